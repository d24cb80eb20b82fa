"""The limits of the server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gourds.web.kinds import JOBS


@dataclass(frozen=True)
class Settings:
    """What a page may ask for."""

    body_bytes: int = 16 * 2**20
    """The largest body."""
    body_seconds: float = 20.0
    """The longest time that a body may take to arrive."""
    board_cells: int = 50_000
    """The largest board."""
    jobs_running: int = 4
    """How many jobs run at once."""
    jobs_waiting: int = 50
    """How many more jobs may wait for their turn; others are refused."""
    waiting_bytes: int = 128 * 2**20
    """A limit on the bodies of all open requests together, and on the bodies and kept results of all jobs together."""
    job_seconds: float = 120.0
    """The time limit of a job, if it asks for none or a longer one."""
    campaign_seconds: float = 1800.0
    """The time limit of a job that runs a campaign; it keeps what has ended, and another job goes on."""
    quick_seconds: float = 30.0
    """The time limit of a request that is answered at once."""
    quick_running: int = 4
    """How many of those are worked on at once; up to ``jobs_waiting`` more wait."""
    memory_mb: float = 2048.0
    """The memory of a piece of work, all its processes together."""
    unheard_seconds: float = 10.0
    """After how long a job without listeners is cancelled, and a result without listeners is dropped."""
    open_requests: int = 400
    """How many requests may be open at once."""
    connections: int = 500
    """How many connections may be open at once, used or not."""
    head_seconds: float = 20.0
    """The longest time that the head of a request may take to arrive."""
    unread_seconds: float = 30.0
    """A connection is cut if the client reads nothing of an answer for this long."""
    answer_bytes: int = 64 * 2**20
    """The longest answer of a piece of work."""
    preloads: bool = True
    """Whether large packages are loaded while the server is idle, so that work finds them in memory."""
    campaigns: Path | None = None
    """The folder with the stores of campaigns; None: a temporary one, which ends with the server."""

    @property
    def longest(self) -> dict[str, float]:
        """The time limits of jobs by their kinds."""
        return {**dict.fromkeys(JOBS, self.job_seconds), "run_campaign": self.campaign_seconds}

    def shown(self) -> dict[str, float]:
        """The limits that the page shows."""
        return {"board_cells": self.board_cells, "job_seconds": self.job_seconds}
