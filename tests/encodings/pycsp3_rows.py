"""Run as a program: the sums in XCSP3 files as pycsp3 reads them, as JSON, a line for each file.

A process of its own, since importing pycsp3 changes how Python compares and adds.
"""

import json
import sys


def main() -> None:
    from pycsp3.parser.callbacks import Callbacks
    from pycsp3.parser.xparser import CallbackerXCSP3, ParserXCSP3

    class Rows(Callbacks):
        def __init__(self) -> None:
            super().__init__()
            self.domains: dict[str, list[int]] = {}
            self.rows: list[tuple[list[str], int]] = []
            self.load_instance = lambda *_: None
            self.load_var = self.load_ctr = self.load_group = self.load_constraints = self.load_variables = (
                self.load_instance
            )
            self.load_objectives = self.load_annotations = self.load_templated_constraints = self.load_instance
            self.begin_instance = lambda *_: None
            self.end_instance = lambda: None

        def var_integer(self, x, values) -> None:  # type: ignore[no-untyped-def]
            self.domains[x.id] = list(values)

        def ctr_sum(self, lst, coefficients, condition) -> None:  # type: ignore[no-untyped-def]
            assert coefficients is None
            assert condition.operator.name == "EQ"
            self.rows.append(([x.id for x in lst], condition.right_operand()))

    for path in sys.argv[1:]:
        rows = Rows()
        CallbackerXCSP3(ParserXCSP3(path), rows).load_instance()
        print(json.dumps({"domains": rows.domains, "rows": rows.rows}))


if __name__ == "__main__":
    main()
