import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const refusal = z.object({
  /** A regular expression over the recipient's address. */
  recipient: z.string(),
  /** 4xx: the sender tries again later; 5xx: the sender gives up. */
  code: z.int().min(400).max(599),
  /** How many times the server refuses the recipient. Default: always. */
  times: z.int().positive().optional(),
});
type Refusal = z.infer<typeof refusal>;
export type Refusals = ReturnType<typeof refusals>;

export function refusals() {
  let all: Refusal[] = [];
  const isOver = ({ times }: Refusal) => times === 0;
  return {
    list: () => all,
    replace: (wanted: Refusal[]) => {
      all = wanted;
    },
    /** The reply code with which a recipient is refused. Undefined if the recipient is accepted. */
    codeFor(recipient: string): number | undefined {
      const found = all.find((it) => !isOver(it) && new RegExp(it.recipient).test(recipient));
      if (found?.times !== undefined) found.times -= 1;
      return found?.code;
    },
  };
}

export function refusalRoutes(app: FastifyInstance, refused: Refusals): void {
  app.put('/refusals', async (request, reply) => {
    const given = z.array(refusal).safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    refused.replace(given.data);
    return refused.list();
  });
}
