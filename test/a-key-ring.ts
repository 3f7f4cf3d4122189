/** A key of a stage, in the form in which a deployment generates the key. */
export const aKeyRing = (id = '1') => ({ id, key: id.repeat(64).slice(0, 64) });
