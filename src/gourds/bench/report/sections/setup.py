"""The report's section on what was run, where and when, with all versions; and what makes results hard to compare."""

from __future__ import annotations

from gourds.bench.report.words import moment
from gourds.bench.store.results import Competitor, MachineFacts, Results
from gourds.render.report_parts import columns, named_list, table, table_row
from gourds.render.text import xml
from gourds.words import counted, enumerated


def warnings(results: Results) -> list[str]:
    """What readers should know before they believe the numbers."""
    found = []
    if not results.is_complete:
        left = results.planned - len(results.runs)
        found.append(f"Unfinished: {counted(left, 'run')} of {results.planned:,} still to come.")
    machines = [one for one in results.machines if any(run.machine == one.number for run in results.runs)]
    hardware = {(one.host, one.processor, one.cores) for one in machines}
    if len(hardware) > 1:
        found.append(f"Runs took place on {len(hardware)} machines: their times are not quite comparable.")
    changed = _changed(machines)
    if changed:
        found.append(f"The software changed while the campaign ran: {enumerated(changed)}.")
    errors = sum(run.judgement == "error" for run in results.runs)
    if errors:
        found.append(
            f"{counted(errors, 'run')} ended in an error or a crash; 'gourds bench resume --retry-failed' repeats them."
        )
    return found


def _changed(machines: list[MachineFacts]) -> list[str]:
    """Packages of which several versions were used."""
    names = dict.fromkeys(name for one in machines for name in one.versions)
    found = {name: list(dict.fromkeys(one.versions.get(name, "none") for one in machines)) for name in names}
    return [f"{name} ({', '.join(several)})" for name, several in found.items() if len(several) > 1]


def setup_list(results: Results) -> str:
    """What was run, where and when."""
    campaign, runs = results.campaign, results.runs
    limits = [f"{campaign.limits.wall:g} s of wall time"] if campaign.limits.wall is not None else []
    limits += [f"{campaign.limits.cpu:g} s of processor time"] if campaign.limits.cpu is not None else []
    limits += [f"{campaign.limits.memory:,.0f} MB of memory"] if campaign.limits.memory is not None else []
    seeds = ", ".join(map(str, campaign.seeds[:20])) + (", …" if len(campaign.seeds) > 20 else "")
    families = [f"{family} ({len(entries):,})" for family, entries in results.families.items()]
    times = "times are those within the solver, without loading the instance and checking the answer"
    rows = [
        ("instances", enumerated(families)),
        ("solvers", ", ".join(one.label for one in results.competitors)),
        ("every run", f"{enumerated(limits) or 'no limits'}; {times}"),
        ("repetitions", f"{campaign.repetitions}, with solver seeds {seeds}"),
    ]
    if runs:
        first, last = min(run.started for run in runs), max(run.ended for run in runs)
        rows.append(("dates", f"{moment(first)} to {moment(last)}"))
    for one in results.machines:
        share = sum(run.machine == one.number for run in runs)
        memory = f"{one.memory_mb / 1024:.1f} GB"
        hardware = f"{one.host}: {one.processor}, {counted(one.cores, 'core')}, {memory}, {one.system}, {one.python}"
        rows.append(("machine", f"{hardware}; {counted(share, 'run')}" if len(results.machines) > 1 else hardware))
        rows.append(("versions", ", ".join(f"{name} {version}" for name, version in one.versions.items())))
    return f'<dl class="setup">{named_list((name, xml(text)) for name, text in rows)}</dl>'


def configuration_section(results: Results) -> str:
    """The competitors with all their options, and the campaign's own text."""
    campaign = results.campaign
    text = "\n".join(xml(line) for line in campaign.toml.splitlines())
    return (
        f'<h2 id="configurations">Configurations</h2>{_competitors(results)}'
        f'<p class="soft">Store {xml(str(results.path))}, made {moment(campaign.created)} from a file with SHA-256'
        f" <code>{xml(campaign.digest)}</code>.</p>"
        f"<details><summary>The campaign's file</summary><pre>{text}</pre></details>"
    )


def _competitors(results: Results) -> str:
    rows = []
    for one in results.competitors:
        config = one.config
        settings = ", ".join(f"{key} = {value}" for key, value in config.settings.items())
        cells = [config.name, config.encoding, *("yes" if is_on else "no" for is_on in (config.presolve, config.proof))]
        cells += [settings, "" if config.max_cells is None else f"{config.max_cells:,}", _package(results, one)]
        rows.append(table_row(xml(one.label), "".join(f"<td>{xml(cell)}</td>" for cell in cells)))
    head = columns("Label", "Solver", "Encoding", "Presolve", "Proof", "Settings", "Most cells", "Stands on")
    return table(head, rows)


def _package(results: Results, one: Competitor) -> str:
    package = one.package or "gourds"
    versions = dict.fromkeys(machine.versions.get(package, "") for machine in results.machines)
    return f"{package} {' / '.join(filter(None, versions))}".strip()
