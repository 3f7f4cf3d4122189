import type { Place } from './find-secrets.ts';

export function recordReplies(baseUrl: string): { replies: Place[]; end(): void } {
  const { fetch } = globalThis;
  const replies: Place[] = [];
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(baseUrl)) return answer;
    const text = await answer.clone().text();
    const path = url.slice(baseUrl.length).replace(/[0-9a-f]{32}/g, '{uuid}');
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
    replies.push({ name: `reply to ${init?.method ?? 'GET'} ${path}`, text: `${answer.status}\n${head}\n${text}` });
    return answer;
  };
  return {
    replies,
    end: () => {
      globalThis.fetch = fetch;
    },
  };
}
