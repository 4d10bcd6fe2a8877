import * as v from 'valibot';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

/** May be inherited from a group. */
export const label = v.object({ id: integer, name: v.string(), color: maybeText, description: maybeText });

/** `state` is `active` or `closed`. */
export const milestone = v.object({
  id: integer,
  iid: integer,
  title: v.string(),
  description: maybeText,
  state: v.string(),
  start_date: maybeText,
  due_date: maybeText,
});

export const issueStatistics = v.object({
  statistics: v.object({ counts: v.object({ all: integer, opened: integer, closed: integer }) }),
});

/** R11: includes parent groups by default. */
export const listLabels = operation({
  reference: 'R11',
  method: 'GET',
  path: '/projects/:id/labels',
  parameters: { id: inPath(idOrPath), include_ancestor_groups: inQuery(v.boolean(), { default: true }), ...paging },
  answer: pageOf(label),
  success: [200],
});

/** R12: newest first. */
export const listMilestones = operation({
  reference: 'R12',
  method: 'GET',
  path: '/projects/:id/milestones',
  parameters: { id: inPath(idOrPath), ...paging },
  answer: pageOf(milestone),
  success: [200],
});

/** R13: only visible issues. */
export const getIssueStatistics = operation({
  reference: 'R13',
  method: 'GET',
  path: '/projects/:id/issues_statistics',
  parameters: { id: inPath(idOrPath) },
  answer: json(issueStatistics),
  success: [200],
});

/** R18: templates of the default branch and of parent groups. */
export const listMergeRequestTemplates = operation({
  reference: 'R18',
  method: 'GET',
  path: '/projects/:id/templates/merge_requests',
  parameters: { id: inPath(idOrPath), ...paging },
  answer: pageOf(v.object({ key: v.string(), name: v.string() })),
  success: [200],
});

export const getMergeRequestTemplate = operation({
  reference: 'R19',
  method: 'GET',
  path: '/projects/:id/templates/merge_requests/:name',
  parameters: { id: inPath(idOrPath), name: inPath(text) },
  answer: json(v.object({ name: v.string(), content: v.string() })),
  success: [200],
});
