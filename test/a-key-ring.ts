/** What a deployment generates as a key of the stage. */
export const aKeyRing = (id = '1') => ({ id, key: id.repeat(64).slice(0, 64) });
