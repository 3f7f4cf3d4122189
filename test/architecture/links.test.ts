import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

interface Link {
  from: string;
  /** The path of the link's target, relative to the root of the repository. */
  path: string;
  anchor: string | undefined;
}

const pages = globSync(['*.md', '{docs,statemachines,test,infra}/**/*.md']).sort();

/** A page's links to our own files. The links are relative to the page. Code on the page is not searched for links. */
function linksOfPage(from: string): Link[] {
  const text = readFileSync(from, 'utf8').replace(/`[^`\n]*`/g, '');
  const matches = text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...matches].map(([, path, anchor]) => ({
    from,
    path: path ? normalize(join(dirname(from), path)) : from,
    anchor,
  }));
}

/** Documentation pages that the code refers to, relative to the root of the repository. */
function linksOfCode(from: string): Link[] {
  const matches = readFileSync(from, 'utf8').matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w-]+)(?![\w-]|\$))?/g);
  return [...matches].map(([, path = '', anchor]) => ({ from, path, anchor }));
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

const leadsNowhere = ({ path, anchor }: Link) =>
  !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));

test('every link of a page leads to a file, and to a heading of it where it names one', () => {
  const links = pages.flatMap(linksOfPage);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test('every page that code names is there, and so is the heading that it names', () => {
  const links = sourceFiles().flatMap(linksOfCode);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test('every file and folder of ours that a page names is there', () => {
  const named = globSync('docs/{*,spec/*}.md').flatMap((page) => {
    const matches = readFileSync(page, 'utf8').matchAll(/`((?:functions|infra|shared|statemachines|test)\/[\w./-]+)`/g);
    return [...matches].map(([, path = '']) => ({ page, path }));
  });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});

/** References to sections of public standards. */
const STANDARD = /(RFC \d+|OpenID Connect[\w .]*) §[\d.]+|RFC 8628 §4/g;

/** References in a comment to a section number or to a missing page. */
function citesElsewhere(comment: string): string[] {
  const pages = comment.match(/[\w./-]+\.md\b/g) ?? [];
  const sections = comment.replace(STANDARD, '').match(/§.*|[Dd]esign (decision|section) .*/g) ?? [];
  return [...pages.filter((page) => !existsSync(page)), ...sections];
}

test('no comment cites a section, or a page that is not in the repository', () => {
  const cited = sourceFiles().flatMap((path) => {
    const comments = readFileSync(path, 'utf8').match(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
    return comments.flatMap(citesElsewhere).map((words) => ({ path, words }));
  });
  expect(cited).toEqual([]);
});
