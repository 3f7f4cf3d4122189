/** What has to be undone, newest first, each once, whatever the others do. */
export interface UndoStack {
  push(undo: () => Promise<void> | void): void;
  /** Resolves when all is undone; the first failure is thrown after the last undo. Safe to repeat. */
  undo(): Promise<void>;
}

export function undoStack(): UndoStack {
  const undos: (() => Promise<void> | void)[] = [];
  let undoing: Promise<void> | undefined;
  const undoAll = async () => {
    const failures: unknown[] = [];
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  return {
    push: (undo) => void undos.push(undo),
    undo: () => {
      undoing ??= undoAll();
      return undoing;
    },
  };
}
