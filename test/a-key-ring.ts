/** A stage's key as a deployment generates it. */
export const aKeyRing = (id = '1') => ({ id, key: id.repeat(64).slice(0, 64) });
