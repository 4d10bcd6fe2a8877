import * as v from 'valibot';
import { inBody, inPath, inQuery, longJson, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

/** A merge request in a merge train. */
export const trainCar = v.object({
  id: integer,
  merge_request: v.object({ iid: integer }),
  target_branch: maybeText,
  /** `idle`, `fresh` or `stale` while it waits; `merging`, `merged` or `skip_merged` afterwards. */
  status: maybeText,
});

/** MR28: the merge train of a target branch; with `asc` in the order in which it is merged. Developers and above. */
export const listMergeTrain = operation({
  reference: 'MR28',
  method: 'GET',
  path: '/projects/:id/merge_trains/:target_branch',
  parameters: {
    id: inPath(idOrPath),
    target_branch: inPath(text),
    scope: inQuery(v.picklist(['active', 'complete'])),
    sort: inQuery(v.picklist(['asc', 'desc']), { default: 'desc' }),
    ...paging,
  },
  answer: pageOf(trainCar),
  success: [200],
  since: '15.6',
  tier: 'premium',
});

/**
 * MR29: adds a merge request to the merge train of its target (201), or once its checks pass (202). The answer is the
 * whole train. 400 for what cannot be merged, 409 for another head or one that is in it already.
 */
export const addToMergeTrain = operation({
  reference: 'MR29',
  method: 'POST',
  path: '/projects/:id/merge_trains/merge_requests/:merge_request_iid',
  parameters: {
    id: inPath(idOrPath),
    merge_request_iid: inPath(integer),
    sha: inBody(text),
    squash: inBody(v.boolean()),
    when_pipeline_succeeds: inBody(v.boolean()),
    /** Its newer name. */
    auto_merge: inBody(v.boolean(), { since: '17.11' }),
  },
  answer: longJson(v.array(trainCar)),
  success: [201, 202],
  tier: 'premium',
});
