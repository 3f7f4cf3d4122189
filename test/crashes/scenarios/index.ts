import { behindOurBack } from './behind-our-back.ts';
import { dispatch } from './dispatch.ts';
import { requests } from './requests.ts';

/** Scenarios that a crash at a single position cannot show. */
export const scenarios = [...dispatch, ...requests, ...behindOurBack];
