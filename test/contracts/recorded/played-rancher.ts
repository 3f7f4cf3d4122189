import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { manualClock } from '../../simulators/_kit/manual-clock.ts';
import { serveSimulator } from '../../simulators/_kit/serve-simulator.ts';
import { simulator } from '../../simulators/rancher.ts';

export type Answer = { status: number; contentType: string; location: string; body: unknown };
export type Request = { method: string; path: string; headers: Record<string, string>; content?: string };

/**
 * The number of short waits for an answer between two steps of the clock. On a busy machine, several short waits are
 * more reliable than one long wait.
 */
const TURNS = 4;
const TURN_MS = 5;
/** `password` is the administrator's password. */
const credentials = z.looseObject({
  ...{ access_key: z.string(), secret_key: z.string(), password: z.string().default('') },
});

/** The simulated Rancher at the recorded version, on a socket. Only the replay moves its clock. */
export async function playRancher() {
  const clock = manualClock();
  const start = clock.now();
  const definition = simulator([], clock);
  // The time that the recorded machine needed from its registration until it was active.
  definition.delays.nodeActive = 51_800;
  // The recording has a single address for the server, so the simulator serves no second one over https.
  const running = await serveSimulator(definition, { https: false });
  const printed = credentials.parse(definition.credentials(running.url));

  async function ask({ method, path, headers, content }: Request): Promise<Answer> {
    const answer = await fetch(running.url + path, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(60_000) },
      ...(content !== undefined && { body: content }),
    });
    const text = await answer.text();
    const header = (name: string) => answer.headers.get(name) ?? '';
    return {
      ...{ status: answer.status, contentType: header('content-type'), location: header('location') },
      body: bodyOf(text),
    };
  }

  return {
    url: running.url,
    printed,
    close: running.close,
    now: () => clock.now() - start,
    advance: (ms: number) => clock.advance(Math.max(0, ms)),
    /** Sends a request. The clock advances until the answer arrives, because Rancher delays some answers. */
    async send(request: Request): Promise<Answer> {
      let answer: Answer | undefined;
      const asked = ask(request).then((found) => {
        answer = found;
      });
      const turns = async (count: number): Promise<void> => {
        for (let turn = 0; turn < count && answer === undefined; turn += 1) await Promise.race([asked, pause(TURN_MS)]);
      };
      await turns(TURNS * 10);
      while (answer === undefined) {
        clock.advance(250);
        await turns(TURNS);
      }
      return answer;
    },
  };
}
export type PlayedRancher = Awaited<ReturnType<typeof playRancher>>;

function bodyOf(text: string): unknown {
  if (text.trim() === 'null') return null;
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
