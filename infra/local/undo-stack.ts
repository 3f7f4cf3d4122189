/**
 * Actions that undo what was started. The newest action runs first. Each action runs once, even if another action
 * fails.
 */
export interface UndoStack {
  push(undo: () => Promise<void> | void): void;
  /**
   * Runs all actions. If actions have failed, then throws the error of the first failed action. A second call only
   * waits for the first call.
   */
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
