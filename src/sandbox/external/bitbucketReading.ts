import * as v from 'valibot';
import { sha, shortSha } from '../../wire/records.ts';
import { ask, OutsideError, type Asking } from './asking.ts';
import type { OutsideComment, OutsidePull, OutsideProject } from './assembling.ts';

const text = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((given) => given ?? ''),
  ),
  '',
);
const links = v.object({ clone: v.array(v.object({ name: v.string(), href: v.string() })) });

const serverRepository = v.object({
  slug: v.string(),
  name: v.string(),
  description: text,
  public: v.optional(v.boolean(), false),
  defaultBranch: v.optional(v.string(), 'main'),
  project: v.object({ key: v.string() }),
  links,
});

const serverUser = v.object({ name: v.string() });
const serverEnd = v.object({ displayId: v.string(), latestCommit: sha });

const serverPull = v.object({
  id: v.number(),
  title: v.string(),
  description: text,
  state: v.string(),
  author: v.object({ user: serverUser }),
  fromRef: serverEnd,
  toRef: serverEnd,
  createdDate: v.number(),
  updatedDate: v.number(),
  closedDate: v.nullish(v.number()),
});

const activity = v.object({
  action: v.string(),
  comment: v.optional(v.object({ text: v.string(), author: serverUser, createdDate: v.number() })),
  commentAnchor: v.optional(v.object({ path: v.string(), line: v.number(), lineType: v.string() })),
  commit: v.optional(v.object({ id: sha })),
});

const cloudRepository = v.object({
  name: v.string(),
  full_name: v.string(),
  description: text,
  is_private: v.boolean(),
  mainbranch: v.nullish(v.object({ name: v.string() })),
  links,
});

const cloudEnd = v.object({ branch: v.object({ name: v.string() }), commit: v.object({ hash: shortSha }) });

const cloudPull = v.object({
  id: v.number(),
  title: v.string(),
  description: text,
  state: v.string(),
  author: v.nullish(v.object({ nickname: v.string() })),
  source: cloudEnd,
  destination: cloudEnd,
  merge_commit: v.nullish(v.object({ hash: shortSha })),
  created_on: v.string(),
  updated_on: v.string(),
});

const pageOf = <T>(item: v.GenericSchema<unknown, T>) => v.object({ values: v.array(item) });

const read = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T => {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new OutsideError('Bitbucket answered something that cannot be read.');
};

export interface BitbucketRepository {
  readonly name: string;
  /** `KEY/slug` or `workspace/slug`, as in the import API. */
  readonly source: string;
  readonly cloneUrl: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly defaultBranch: string;
}

/** Server (self-hosted) or Cloud. */
export type BitbucketKind = 'bitbucketServer' | 'bitbucket';

const placeOf = (kind: BitbucketKind, repository: string): string => {
  const [owner = '', name = ''] = repository.split('/').map(encodeURIComponent);
  return kind === 'bitbucket' ? `/2.0/repositories/${owner}/${name}` : `/rest/api/1.0/projects/${owner}/repos/${name}`;
};

/** `repository` is `KEY/slug` or `workspace/slug`. Throws `OutsideError`. */
export const readBitbucketRepository = async (
  asking: Asking,
  kind: BitbucketKind,
  repository: string,
): Promise<BitbucketRepository> => {
  const body = await ask(asking, placeOf(kind, repository));
  if (kind === 'bitbucket') {
    const found = read(cloudRepository, body);
    const { name, description, is_private: isPrivate, mainbranch } = found;
    const cloneUrl = found.links.clone[0]?.href ?? '';
    return {
      name,
      source: found.full_name,
      cloneUrl,
      description,
      isPrivate,
      defaultBranch: mainbranch?.name ?? 'main',
    };
  }
  const {
    name,
    slug,
    description,
    public: isPublic,
    defaultBranch,
    project,
    links: given,
  } = read(serverRepository, body);
  const cloneUrl = given.clone.find((link) => link.name.startsWith('http'))?.href ?? '';
  return { name, source: `${project.key}/${slug}`, cloneUrl, description, isPrivate: !isPublic, defaultBranch };
};

const stateOf = (state: string): OutsidePull['state'] =>
  state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'opened' : 'closed';

const moment = (at: number): string => new Date(at).toISOString();

const commentOf = ({ comment, commentAnchor }: v.InferOutput<typeof activity>): readonly OutsideComment[] =>
  comment === undefined
    ? []
    : [
        {
          author: comment.author.name,
          body: comment.text,
          at: moment(comment.createdDate),
          ...(commentAnchor === undefined
            ? {}
            : {
                place: {
                  path: commentAnchor.path,
                  line: commentAnchor.line,
                  isNew: commentAnchor.lineType !== 'REMOVED',
                },
              }),
        },
      ];

const serverPulls = async (asking: Asking, place: string): Promise<readonly OutsidePull[]> => {
  const { values } = read(pageOf(serverPull), await ask(asking, `${place}/pull-requests?state=ALL&limit=100`));
  const found: OutsidePull[] = [];
  for (const pull of values) {
    const happened = read(pageOf(activity), await ask(asking, `${place}/pull-requests/${pull.id}/activities`)).values;
    found.push({
      iid: pull.id,
      title: pull.title,
      description: pull.description,
      state: stateOf(pull.state),
      isDraft: false,
      author: pull.author.user.name,
      sourceBranch: pull.fromRef.displayId,
      targetBranch: pull.toRef.displayId,
      headSha: pull.fromRef.latestCommit,
      baseSha: pull.toRef.latestCommit,
      mergeCommitSha: happened.find(({ action }) => action === 'MERGED')?.commit?.id ?? null,
      mergedBy: null,
      labels: [],
      createdAt: moment(pull.createdDate),
      updatedAt: moment(pull.updatedDate),
      closedAt: typeof pull.closedDate === 'number' ? moment(pull.closedDate) : null,
      comments: happened.flatMap(commentOf),
    });
  }
  return found;
};

const cloudPulls = async (asking: Asking, place: string): Promise<readonly OutsidePull[]> => {
  const { values } = read(pageOf(cloudPull), await ask(asking, `${place}/pullrequests?pagelen=50`));
  return values.map((pull) => ({
    iid: pull.id,
    title: pull.title,
    description: pull.description,
    state: stateOf(pull.state),
    isDraft: false,
    author: pull.author?.nickname ?? 'ghost',
    sourceBranch: pull.source.branch.name,
    targetBranch: pull.destination.branch.name,
    headSha: pull.source.commit.hash,
    baseSha: pull.destination.commit.hash,
    mergeCommitSha: pull.merge_commit?.hash ?? null,
    mergedBy: null,
    labels: [],
    createdAt: pull.created_on,
    updatedAt: pull.updated_on,
    closedAt: stateOf(pull.state) === 'opened' ? null : pull.updated_on,
    comments: [],
  }));
};

/** Adds the first page of pull requests, on Server with their comments. Throws `OutsideError`. */
export const readBitbucket = async (
  asking: Asking,
  kind: BitbucketKind,
  repository: BitbucketRepository,
): Promise<OutsideProject> => {
  const { description, isPrivate, defaultBranch, source } = repository;
  const place = placeOf(kind, source);
  const pulls = kind === 'bitbucket' ? await cloudPulls(asking, place) : await serverPulls(asking, place);
  return { description, isPrivate, defaultBranch, labels: [], milestones: [], pulls, issues: [] };
};
