import { readFile } from 'node:fs/promises';
import { installedTool } from '#test/programs/installed-tool';

export type PageScript = {
  /** All runnable blocks as one script, in the order of the page. */
  script: string;
  /** The reasons why other blocks are not in `script`. The first line of such a block has its reason. */
  byHand: string[];
};

const BLOCK = /^```sh\n(.*?)^```$/gms;
const BY_HAND = /^# By hand: (.*)\n/;

/** The shell blocks of a page below `docs`, joined into one script. */
export async function scriptOfPage(name: string): Promise<PageScript> {
  const page = await readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...page.matchAll(BLOCK)].map(([, block = '']) => block);
  return {
    script: blocks.filter((block) => !BY_HAND.test(block)).join('\n'),
    byHand: blocks.flatMap((block) => BY_HAND.exec(block)?.[1] ?? []),
  };
}

/** The blocks read answers with `jq`, so they run only if `jq` is installed. */
export const isRunnable = installedTool('jq') !== undefined;
