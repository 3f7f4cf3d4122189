import { z } from 'zod';
import { type KubernetesAddress, kubernetesServer } from '#test/simulators/rancher/behind/kubernetes-server';

const status = z.object({ message: z.string().default('') });
export type KubernetesClient = ReturnType<typeof kubernetesClient>;

export function kubernetesClient(address: KubernetesAddress) {
  const server = kubernetesServer(address);
  const ask = async (method: string, path: string, body?: object, type?: string) =>
    server.ask({ method, path, ...(body && { body: JSON.stringify(body) }), ...(type !== undefined && { type }) });
  async function must(method: string, path: string, body?: object, type?: string): Promise<unknown> {
    const answer = await ask(method, path, body, type);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return {
    ...{ ask, must, close: server.close },
    async patch(path: string, body: object): Promise<{ status: number; message: string }> {
      const answer = await ask('PATCH', path, body, 'application/merge-patch+json');
      return { status: answer.status, message: status.parse(answer.body).message };
    },
    async items<T extends z.ZodType>(path: string, item: T): Promise<z.infer<T>[]> {
      return z.object({ items: z.array(item) }).parse(await must('GET', path)).items;
    },
    apply: (path: string, body: object) =>
      must('PATCH', `${path}?fieldManager=paddock-test&force=true`, body, 'application/apply-patch+yaml'),
  };
}
