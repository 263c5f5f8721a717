#!/usr/bin/env bash
# The English model, from the reference data to a trained folder. What is made goes to runs/out, which is not kept
# in the repository; every step is skipped when its result is there, and training resumes where it stopped.
set -euo pipefail
cd "$(dirname "$0")"
gec=../../shared/data/gec/raw
text=../../shared/data/text/clean.tsv.xz
mkdir -p out

[ -f out/edits.json ] || textmend vocab $gec/wi.train.jsonl $gec/fce.train.jsonl -o out/edits.json
[ -f out/errors.toml ] || textmend corrupt --learn $gec/wi.train.jsonl $gec/fce.train.jsonl --like $text -o out/errors.toml
[ -f out/synthetic.tsv.zst ] || textmend corrupt $text --config out/errors.toml --seed 1 --workers 2 --shuffle \
  --sources wiki_en,ted,europarl_en:150000,bbc2225,reuters21578,abc_sotu_inaug --min-words 4 --max-words 45 \
  --hold-out out/heldout.tsv --limit 600000 -o out/synthetic.tsv.zst

if [ -d out/english/checkpoints ]; then textmend train english.toml --resume; else textmend train english.toml; fi
