"""A pack: decide, export, compress, describe, and move the finished folder to its place.

MANIFEST.toml      every instance with its command, checksums, verdict and evidence
instances.csv      the same for organizers, about the packed files
instances/         the files for the competition
sources/           the instances themselves
evidence/          a placement or a certificate for each verdict that has one
figures/           boards
description.md     a draft of one or two pages
description.tex    the same in LaTeX
CHECKLIST.md       what the competition asks for, and what is left to do
SHA256SUMS         checksums of all files but the description and the list, which people are to edit
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gourds.errors import one_line
from gourds.files import manifest, to_text
from gourds.instance import Instance
from gourds.packing.checklist import Item, check_list, spell_check_list
from gourds.packing.compressing import write_packed
from gourds.packing.description.draft import describe
from gourds.packing.description.figures import Candidate, choose, draw
from gourds.packing.description.latex import spell_latex
from gourds.packing.description.markdown import spell_markdown
from gourds.packing.evidence import Search, Verdict, decide
from gourds.packing.folder import SUMS, check_place, new_folder, spell_sums
from gourds.packing.names import file_names, slug
from gourds.packing.rows import CSV, Pack, Row, spell_csv, spell_pack
from gourds.packing.subjects import OTHER, PathLike, Subject, read_subjects
from gourds.packing.sums import gbd_hash, sizes_of
from gourds.packing.targets import TARGETS, Target
from gourds.placement import Placement
from gourds.running.checking import own_version
from gourds.solvers.base import tell_nobody

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Packed:
    """A finished pack."""

    folder: Path
    """Where it lies."""
    pack: Pack
    """Its manifest."""
    checklist: tuple[Item, ...]
    """What the competition asks for."""


def make_pack(
    given: Iterable[Instance | PathLike],
    target_name: str,
    place: PathLike,
    *,
    name: str = "gourds",
    author: str = "",
    encoding: str = "reduced",
    time_limit: float | None = 60.0,
    seed: int = 0,
    jobs: int | None = None,
    tell: Tell = tell_nobody,
) -> Packed:
    """Write a pack. Raises InputError; then nothing has been written."""
    target, folder = TARGETS[target_name], Path(place)
    paths = list(given)
    check_place(folder, (Path(one) for one in paths if not isinstance(one, Instance) and str(one) != "-"))
    subjects, left_out = _without_copies(read_subjects(paths))
    search = Search(time_limit, seed, jobs)
    prefix = slug(name) or "gourds"
    names = file_names(prefix, (subject.label for subject in subjects))
    with new_folder(folder) as made:
        rows, remarks, candidates = [], {}, []
        for number, (stem, subject) in enumerate(zip(names, subjects, strict=True), 1):
            step = f"{number}/{len(subjects)} {stem}"
            tell(f"{step}: looking for a verdict")
            verdict = decide(subject, search, lambda words, step=step: tell(f"{step}: {words}"))  # type: ignore[misc]
            tell(f"{step}: writing")
            row, odd = _write(made, target, encoding, stem, subject, verdict)
            rows.append(row)
            remarks[stem] = odd
            placement = verdict.document if isinstance(verdict.document, Placement) else None
            candidates.append(Candidate(stem, row.family, subject.instance, placement))
        tell("drawing boards, describing")
        pack = Pack(target.name, prefix, one_line(author), encoding, own_version(), {}, tuple(rows))
        items = check_list(pack, remarks, left_out)
        pack = _write_texts(made, pack, items, candidates)
    return Packed(folder, pack, tuple(items))


def _without_copies(subjects: Sequence[Subject]) -> tuple[list[Subject], list[str]]:
    """The subjects without those that are the same puzzle as one before, and what was left out."""
    first: dict[str, Subject] = {}
    left_out = []
    for subject in subjects:
        digest = subject.instance.digest
        if digest in first:
            left_out.append(f"left out {one_line(subject.label)}: the same puzzle as {one_line(first[digest].label)}")
        first.setdefault(digest, subject)
    return list(first.values()), left_out


def about(stem: str, status: str, words: str) -> list[str]:
    """What the header of a file says besides what it says of the instance."""
    return [f"file: {stem}", f"verdict: {status} ({words})"]


def raw_text(instance: Instance, target: Target, encoding: str, lines: Sequence[str]) -> str:
    """The text of a packed file before it is compressed."""
    from gourds.encodings.export import export

    if target.form == "json":
        return to_text(instance)
    return export(instance, target.form, encoding, about=lines)


def _write(
    made: Path, target: Target, encoding: str, stem: str, subject: Subject, verdict: Verdict
) -> tuple[Row, tuple[str, ...]]:
    """Write the files of one instance."""
    instance = subject.instance
    family = slug(subject.family) or OTHER
    packed = f"instances/{f'{family}/' if target.by_family else ''}{stem}{target.suffix}"
    source = f"sources/{stem}.json.gz"
    text = raw_text(instance, target, encoding, about(stem, verdict.status, verdict.words))
    for path in (packed, source, "evidence/x"):
        (made / path).parent.mkdir(parents=True, exist_ok=True)
    written = write_packed(made / packed, text, target.packing)
    kept = write_packed(made / source, to_text(instance), "gz")
    evidence = None if verdict.document is None else f"evidence/{stem}.json"
    if evidence is not None and verdict.document is not None:
        write_packed(made / evidence, to_text(verdict.document), "")
    sizes = sizes_of(target.form, text)
    command = (instance.source or {}).get("command")
    row = Row(
        name=stem,
        file=source,
        sha256=kept.packed_sha256,
        digest=instance.digest,
        packed=packed,
        packed_sha256=written.packed_sha256,
        raw_sha256=written.raw_sha256,
        raw_bytes=written.raw_bytes,
        gbdhash=gbd_hash(target.form, text),
        variables=sizes.variables,
        constraints=sizes.constraints,
        family=family,
        cells=instance.board.size,
        colors=len(instance.colors),
        gourds=instance.size,
        evidence=verdict.evidence,
        why=verdict.words,
        verdict=None if verdict.status == "unknown" else verdict.status,
        placement=evidence if verdict.evidence == "placement" else None,
        certificate=evidence if verdict.evidence != "placement" else None,
        command=command if isinstance(command, str) else None,
        solved=subject.solved,
        unsolved=subject.unsolved,
    )
    return row, sizes.remarks


def _write_texts(made: Path, pack: Pack, items: Sequence[Item], candidates: Sequence[Candidate]) -> Pack:
    """Write what is about all instances; the pack with the checksums of the drafts."""
    chosen = choose(candidates)
    (made / "figures").mkdir()
    for one in chosen:
        (made / "figures" / f"{one.name}.png").write_bytes(draw(one))
    document = describe(pack, [f"figures/{one.name}.png" for one in chosen])
    bench = benchexec_files(pack)
    drafts = {
        "description.md": spell_markdown(document),
        "description.tex": spell_latex(document),
        "CHECKLIST.md": spell_check_list(pack, items),
        **{path: text for path, text in bench.items() if path == benchmark_definition(pack)},
    }
    pack = replace(pack, drafts={path: hashlib.sha256(text.encode()).hexdigest() for path, text in drafts.items()})
    texts = {**bench, **drafts, manifest.NAME: spell_pack(pack), CSV: spell_csv(pack.rows)}
    for path, text in texts.items():
        (made / path).write_bytes(text.encode())
    (made / SUMS).write_bytes(spell_sums(made, pack.drafts).encode())
    return pack


def benchmark_definition(pack: Pack) -> str:
    """The file of a benchmark of BenchExec in which people choose solvers and limits."""
    return f"{pack.name}.xml"


def benchexec_files(pack: Pack) -> Mapping[str, str]:
    """What makes the folder a benchmark of BenchExec, if it is one: texts by path."""
    if pack.target != "benchexec":
        return {}
    from gourds.bench.benchexec import BenchTask, task_files

    tasks = [
        BenchTask(row.packed, row.verdict, (f"name: {row.name}", f"instance: sha256 {row.digest}", f"why: {row.why}"))
        for row in pack.rows
    ]
    return task_files(tasks, pack.name, description=f"{len(tasks)} instances of Colored Gourd Placement")
