export { type ClientOptions, createClient, type PaddockClient } from './create-client.ts';
export { type ClientReply, dataOf } from './data-of.ts';
export { type FieldError, fieldErrors } from './field-errors.ts';
export type * from './generated/schema.d.ts';
export { listAll, type Page } from './list-all.ts';
export { nextStepAfter } from './next-step.ts';
export { emptiestTenant, type NodeReferences, newestNodes, nodeLike } from './node-like.ts';
export { findNodeReferences } from './node-references.ts';
export { PaddockError, PaddockUnreachable } from './paddock-error.ts';
