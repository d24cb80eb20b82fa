"""Approaches side by side, and boards that are hard for them.

crosschecking   crosscheck
campaigns       bench_run, bench_plan, bench_resume, bench_report, bench_compare, bench_import, bench_export
packing         pack, check_pack
hardening       harden
"""
