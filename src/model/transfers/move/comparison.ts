import * as v from 'valibot';

/** Parts in report order. */
export const comparedParts = [
  'defaultBranch',
  'branches',
  'tags',
  'protectedBranches',
  'mergeRequests',
  'issues',
  'labels',
  'milestones',
  'description',
  'visibility',
  'archived',
] as const;

export type ComparedPart = (typeof comparedParts)[number];

export type Side = 'source' | 'target';

const roles = v.array(v.number());

/** Without server-specific IDs; `named` are counts, others being custom roles and the like. */
export const ruleFacts = v.object({
  push: roles,
  merge: roles,
  unprotect: v.optional(roles),
  forcePush: v.boolean(),
  codeOwners: v.optional(v.boolean()),
  named: v.object({ users: v.number(), groups: v.number(), deployKeys: v.number(), others: v.optional(v.number(), 0) }),
});

export type RuleFacts = v.InferOutput<typeof ruleFacts>;

/** SHA, state, count or rule. */
const fact = v.union([v.string(), v.number(), v.boolean(), ruleFacts]);

export type Fact = v.InferOutput<typeof fact>;

const difference = v.object({ name: v.string(), source: v.optional(fact), target: v.optional(fact) });

export type Difference = v.InferOutput<typeof difference>;

const reason = v.variant('kind', [
  v.object({ kind: v.literal('tooMany'), side: v.picklist(['source', 'target']), limit: v.number() }),
  v.object({ kind: v.literal('notCounted'), side: v.picklist(['source', 'target']) }),
  v.object({
    kind: v.literal('notRead'),
    side: v.picklist(['source', 'target']),
    status: v.optional(v.number()),
    words: v.string(),
  }),
]);

export type NotComparedReason = v.InferOutput<typeof reason>;

const partResult = v.object({
  part: v.picklist(comparedParts),
  result: v.variant('kind', [
    /** Items per side. */
    v.object({ kind: v.literal('same'), count: v.number() }),
    /** `more` were omitted. */
    v.object({ kind: v.literal('different'), count: v.number(), first: v.array(difference), more: v.number() }),
    v.object({ kind: v.literal('notCompared'), reasons: v.array(reason) }),
  ]),
  /** Parent groups' rules, which aren't transferred. */
  inherited: v.optional(v.number()),
});

export type PartResult = v.InferOutput<typeof partResult>;

/** Saved as JSON. */
export const comparison = v.object({ atMs: v.number(), parts: v.array(partResult) });

export type Comparison = v.InferOutput<typeof comparison>;

/** `incomplete`: equal as far as compared. */
export const verdictOf = ({ parts }: Comparison): 'same' | 'different' | 'incomplete' => {
  if (parts.some(({ result }) => result.kind === 'different')) return 'different';
  return parts.every(({ result }) => result.kind === 'same') ? 'same' : 'incomplete';
};
