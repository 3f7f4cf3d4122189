import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const records = globSync('docs/decisions/[0-9]*.md')
  .sort()
  .map((path) => ({
    name: basename(path),
    number: Number(basename(path).slice(0, 4)),
    text: readFileSync(path, 'utf8'),
  }));

const HEADING = /^# (\d+)\. (.+)\n\n- Status: (.+)\n- Date: (\d{4}-\d\d-\d\d)\n\n/;
const LINK = String.raw`\[decision \d+\]\(\d{4}-[a-z0-9-]+\.md\)`;
const STATUS = new RegExp(`^(accepted(, amended by ${LINK})*|superseded by ${LINK})$`);

test('every decision record has its number, a status and a date in its heading', () => {
  for (const { name, number, text } of records) {
    const [, numbered, , status] = HEADING.exec(text) ?? [];
    expect(Number(numbered), name).toBe(number);
    expect(status, name).toMatch(STATUS);
  }
});

test('no two decision records have one number', () => {
  const numbers = records.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the index of the decisions has a row for each record, as its heading says', () => {
  const rows = records.map(({ name, text }) => {
    const [, number, title, status, date] = HEADING.exec(text) ?? [];
    return `| [${number}](${name}) | ${title} | ${status} | ${date} |`;
  });
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  expect(index.split('\n').filter((line) => /^\| \[\d/.test(line))).toEqual(rows);
});
