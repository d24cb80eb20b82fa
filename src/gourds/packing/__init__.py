"""Packs: folders of instances that can be submitted to a competition, with verdicts, evidence and a description.

targets      where a pack can go: format, ending, compression
subjects     what is packed: instances, and what manifests say of them
evidence     the verdict of each, with what it rests on, checked
names        names of files, whatever instances are called
compressing  compressed files, the same bytes for the same text
sums         checksums, GBD's hashes, sizes of exported files and what is odd about them
rows         the manifest
description  one or two pages for people, in a room of its own
checklist    what a competition asks for
folder       a folder that is written whole or not at all
making       all of this in order
checking     the check of a packed folder
"""
