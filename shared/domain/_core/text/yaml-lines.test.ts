import { expect, test } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { lineOfField } from './yaml-lines.ts';

const TEXT = `kind: Service
metadata:
  labels:
    app.example/name: cart
spec:
  ports:
    - port: 80
    - name: tls
      port: 443
data: {tls.crt: a}
`;

test.each([
  ['spec', 5],
  ['spec.ports[1].port', 9],
  ['.spec.ports[1]', 8],
  ['data[tls.crt]', 10],
  ['spec.ports[7].port', 6],
  ['spec.selector', 5],
  ['.metadata.labels.app.example/name', 3],
  ['status', undefined],
])('%s is at line %s', (path, line) => {
  const lineCounter = new LineCounter();
  expect(lineOfField(parseDocument(TEXT, { lineCounter }), lineCounter, path)).toBe(line);
});
