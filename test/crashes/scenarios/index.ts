import { behindOurBack } from './behind-our-back.ts';
import { dispatch } from './dispatch.ts';
import { requests } from './requests.ts';

/** Scenarios that test more than a crash at a single position. */
export const scenarios = [...dispatch, ...requests, ...behindOurBack];
