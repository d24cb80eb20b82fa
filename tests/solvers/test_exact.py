"""``exact`` is there if its package is, and only then; the contract test runs it like all others.

Its package is under the AGPL, so nothing installs it for the suite.
"""

from __future__ import annotations

from importlib.util import find_spec

from gourds.solvers import Status, registry, solve
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.solvers.external.programs import infeasible


def test_it_appears_only_where_it_is_installed():
    assert ("exact" in registry()) == (find_spec("exact") is not None)


if find_spec("exact") is not None:

    def test_it_agrees_with_brute_in_all_encodings():
        for k, instance in enumerate(fair_shares(40)):
            for encoding in ("textbook", "reduced"):
                result = solve(instance, "exact", encoding=encoding, presolve=k % 2 == 0, isolate=False)
                assert result.status is (Status.FEASIBLE if is_feasible(instance) else Status.INFEASIBLE)
        assert solve(infeasible(), "exact", presolve=False, isolate=False).certificate.kind == "claimed"
