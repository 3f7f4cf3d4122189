import { expect, test } from 'vitest';
import { undoStack } from './undo-stack.ts';

function recorder() {
  const undone: string[] = [];
  const stack = undoStack();
  const push = (name: string, fails = false) =>
    stack.push(async () => {
      undone.push(name);
      if (fails) throw new Error(name);
    });
  return { stack, push, undone };
}

test('what was made last is undone first, and only once', async () => {
  const { stack, push, undone } = recorder();
  push('folder');
  push('process');
  await Promise.all([stack.undo(), stack.undo()]);
  expect(undone).toEqual(['process', 'folder']);
});

test('a failure keeps nothing else from being undone, and is reported', async () => {
  const { stack, push, undone } = recorder();
  push('folder');
  push('gateway', true);
  push('process', true);
  await expect(stack.undo()).rejects.toThrow('process');
  expect(undone).toEqual(['process', 'gateway', 'folder']);
});
