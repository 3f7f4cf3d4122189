import { Placeholders } from './placeholders.ts';
import { playRancher } from './played-rancher.ts';
import type { Exchange } from './recording.ts';
import { prepareBase, SCENES } from './scenes.ts';
import { differencesOf, type Replay, sendRecorded } from './send-recorded.ts';
import { followTimeLine, type Result } from './time-line.ts';

/** Plays one group on a new simulated Rancher, with the recorded time between requests. */
export async function replayGroup(group: string, recording: readonly Exchange[]): Promise<Result[]> {
  const rancher = await playRancher();
  try {
    const replay: Replay = { rancher, known: new Placeholders(), keys: new Map() };
    prepareBase(replay);
    await SCENES[group]?.(replay);
    const results: Result[] = [];
    const exchanges = recording.filter((it) => it.group === group);
    for (const part of Map.groupBy(exchanges, (it) => it.part).values())
      results.push(...(await replayPart(replay, part)));
    return results;
  } finally {
    await rancher.close();
  }
}

async function replayPart(replay: Replay, exchanges: Exchange[]): Promise<Result[]> {
  const { rancher } = replay;
  const results: Result[] = [];
  let zero = rancher.now() - (exchanges[0]?.at_ms ?? 0);
  for (let index = 0; index < exchanges.length; ) {
    const it = exchanges[index];
    if (it === undefined) break;
    rancher.advance(zero + it.at_ms - rancher.now());
    const length = it.line === '' ? 1 : lineLength(exchanges, index);
    results.push(
      ...(await (it.line === ''
        ? replayOne(replay, it)
        : followTimeLine(replay, exchanges.slice(index, index + length)))),
    );
    index += length;
    // The replay of a time line may take longer than its recording. Later exchanges are then delayed by the same time.
    const last = exchanges[index - 1]?.at_ms ?? 0;
    zero = Math.max(zero, rancher.now() - last);
  }
  return results;
}

function lineLength(exchanges: readonly Exchange[], from: number): number {
  const end = exchanges.findIndex((it, index) => index > from && it.line !== exchanges[from]?.line);
  return (end < 0 ? exchanges.length : end) - from;
}

async function replayOne(replay: Replay, exchange: Exchange): Promise<Result[]> {
  try {
    const answer = await sendRecorded(replay, exchange);
    return [{ exchange, differences: differencesOf(replay, exchange, answer) }];
  } catch (error) {
    return [{ exchange, differences: [{ at: 'request', recorded: '', answered: String(error) }] }];
  }
}
