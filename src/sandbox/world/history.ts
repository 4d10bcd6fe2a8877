import { git } from '../git/command.ts';
import { identLine, type Ident } from '../git/commitObject.ts';
import { signCommit } from '../git/sshSignature.ts';
import { dataBlock, startFastImport, type FastImport } from './fastImport.ts';
import type { Author, CommitPlan, ImportedHistory, TagPlan } from './plans.ts';
import { applyPlan, changedPaths, mergePlanned, type PlannedTree } from './trees.ts';

/** `tip` is a mark of fast-import or a SHA. */
interface Line {
  readonly tip: string;
  readonly tree: PlannedTree;
  /** Base for merging. */
  readonly fork: PlannedTree;
}

interface Progress {
  readonly directory: string;
  readonly importer: FastImport;
  readonly branches: Map<string, Line>;
  readonly keyed: Map<string, Line>;
  /** SHAs in the order of the plans; resolved asynchronously. */
  readonly hashes: string[];
  readonly asked: Promise<void>[];
}

const somebody: Author = { name: 'Sample Author', email: 'author@acme.example' };
const firstMoment = Date.parse('2026-01-05T09:00:00Z') / 1000;
const noFiles: PlannedTree = new Map();

const deedOf = ({ name, email }: Author, date: string | undefined, otherwise: number): Ident => {
  if (date === undefined) return { name, email, seconds: otherwise, offset: '+0000' };
  const offset = /([+-]\d\d):(\d\d)$/.exec(date);
  return {
    name,
    email,
    seconds: Math.floor(Date.parse(date) / 1000),
    offset: offset === null ? '+0000' : `${offset[1] ?? ''}${offset[2] ?? ''}`,
  };
};

const deedsOf = (plan: CommitPlan, before: number): { readonly author: Ident; readonly committer: Ident } => {
  const person = plan.author ?? somebody;
  const author = deedOf(person, plan.date, before + 3600);
  return { author, committer: deedOf(plan.committer ?? person, plan.committedOn ?? plan.date, author.seconds) };
};

const lineNamed = ({ keyed, branches }: Progress, name: string): Line => {
  const line = keyed.get(name) ?? branches.get(name);
  if (line === undefined) throw new Error(`A plan names ${name}, which is no commit before it.`);
  return line;
};

/** The branch, or the start of a new one; undefined for a root commit. */
const lineBefore = (progress: Progress, plan: CommitPlan): Line | undefined => {
  const branch = progress.branches.get(plan.branch ?? 'main');
  if (branch !== undefined || plan.from === undefined) return branch;
  const start = lineNamed(progress, plan.from);
  return { ...start, fork: start.tree };
};

const treeAfter = (plan: CommitPlan, line: Line | undefined, merged: Line | undefined): PlannedTree => {
  const before = line?.tree ?? noFiles;
  if (merged === undefined) return applyPlan(before, plan);
  const settled = new Set([...Object.keys(plan.files ?? {}), ...Object.keys(plan.edits ?? {})]);
  return applyPlan(mergePlanned(merged.fork, before, merged.tree, settled), plan);
};

/** Quoted only where fast-import requires it. */
const sentPath = (path: string): string => (/^"|\n/.test(path) ? JSON.stringify(path) : path);

const sendTree = (importer: FastImport, before: PlannedTree, after: PlannedTree): void => {
  const paths = changedPaths(before, after);
  // deletions first, as a folder may replace a file
  for (const path of paths.filter((candidate) => !after.has(candidate))) importer.send(`D ${sentPath(path)}\n`);
  for (const path of paths) {
    const file = after.get(path);
    if (file !== undefined) importer.send(`M ${file.mode} inline ${sentPath(path)}\n`, dataBlock(file.content));
  }
};

/** Returns an armored signature. */
type Sign = (payload: Uint8Array) => string;

/** Undefined for an unsigned commit. */
const signerOf = ({ signWith, signature }: CommitPlan): Sign | undefined => {
  if (signature !== undefined) return () => signature;
  return signWith === undefined ? undefined : (payload) => signCommit(signWith, payload);
};

const writeSigned = async (
  directory: string,
  headers: readonly string[],
  message: string,
  sign: Sign,
): Promise<string> => {
  const signature = sign(Buffer.from(`${headers.join('\n')}\n\n${message}`));
  const signed = [...headers, `gpgsig ${signature.replaceAll('\n', '\n ')}`].join('\n');
  const { stdout } = await git(directory, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: `${signed}\n\n${message}`,
  });
  return stdout.toString('utf8').trim();
};

/** fast-import can't sign: takes the tree of its commit for a signed one. */
const replaceBySigned = async (
  { importer, directory }: Progress,
  mark: string,
  parent: string | undefined,
  branch: string,
  commit: { readonly author: Ident; readonly committer: Ident; readonly message: string; readonly sign: Sign },
): Promise<string> => {
  const tree = /[0-9a-f]{40}/.exec(await importer.ask(`ls ${mark} ""`))?.[0] ?? '';
  const hash = parent?.startsWith(':') === true ? await importer.ask(`get-mark ${parent}`) : parent;
  const headers = [
    `tree ${tree}`,
    ...(hash === undefined ? [] : [`parent ${hash}`]),
    `author ${identLine(commit.author)}`,
    `committer ${identLine(commit.committer)}`,
  ];
  const signed = await writeSigned(directory, headers, commit.message, commit.sign);
  importer.send(`reset refs/heads/${branch}\nfrom ${signed}\n\n`);
  return signed;
};

const messageOf = async (
  { hashes, asked }: Progress,
  plans: readonly CommitPlan[],
  plan: CommitPlan,
): Promise<string> => {
  if (typeof plan.message === 'string') return plan.message;
  await Promise.all(asked);
  return plan.message(hashesByKey(plans, hashes));
};

const hashesByKey =
  (plans: readonly CommitPlan[], hashes: readonly string[]) =>
  (key: string): string => {
    const hash = hashes[plans.findIndex((plan) => plan.key === key)];
    if (hash === undefined) throw new Error(`No commit with the key ${key} has been imported.`);
    return hash;
  };

/** Returns the committer date, Unix time. */
const sendCommit = async (
  progress: Progress,
  plans: readonly CommitPlan[],
  index: number,
  plan: CommitPlan,
  before: number,
): Promise<number> => {
  const { importer, branches, keyed, hashes, asked } = progress;
  const branch = plan.branch ?? 'main';
  const line = lineBefore(progress, plan);
  const merged = plan.merge === undefined ? undefined : lineNamed(progress, plan.merge);
  const tree = treeAfter(plan, line, merged);
  const { author, committer } = deedsOf(plan, before);
  const message = await messageOf(progress, plans, plan);
  const mark = `:${index + 1}`;
  importer.send(
    `commit refs/heads/${branch}\nmark ${mark}\nauthor ${identLine(author)}\ncommitter ${identLine(committer)}\n`,
    dataBlock(message),
    line === undefined ? '' : `from ${line.tip}\n`,
    merged === undefined ? '' : `merge ${merged.tip}\n`,
  );
  sendTree(importer, line?.tree ?? noFiles, tree);
  importer.send('\n');
  let tip = mark;
  const sign = signerOf(plan);
  if (sign === undefined) {
    const answer = importer.ask(`get-mark ${mark}`).then((hash) => void (hashes[index] = hash));
    // the import as a whole fails
    answer.catch(() => undefined);
    asked.push(answer);
  } else {
    tip = await replaceBySigned(progress, mark, line?.tip, branch, { author, committer, message, sign });
    hashes[index] = tip;
  }
  const next: Line = { tip, tree, fork: line?.fork ?? noFiles };
  branches.set(branch, next);
  if (plan.key !== undefined) keyed.set(plan.key, next);
  if (plan.merge !== undefined && merged !== undefined && branches.has(plan.merge)) {
    branches.set(plan.merge, { ...merged, fork: merged.tree });
  }
  return committer.seconds;
};

const sendTags = (progress: Progress, tags: readonly TagPlan[], moment: number): void => {
  for (const { name, on, message } of tags) {
    const { tip } = lineNamed(progress, on);
    if (message === undefined) progress.importer.send(`reset refs/tags/${name}\nfrom ${tip}\n\n`);
    else {
      const tagger = identLine({ ...somebody, seconds: moment, offset: '+0000' });
      progress.importer.send(`tag ${name}\nfrom ${tip}\ntagger ${tagger}\n`, dataBlock(message));
    }
  }
};

/** Deterministic: equal plans give equal SHAs. The repository must be empty. */
export const importHistory = async (
  directory: string,
  plans: readonly CommitPlan[],
  tags: readonly TagPlan[] = [],
): Promise<ImportedHistory> => {
  const importer = startFastImport(directory);
  const progress: Progress = { directory, importer, branches: new Map(), keyed: new Map(), hashes: [], asked: [] };
  const seconds: number[] = [];
  try {
    for (const [index, plan] of plans.entries()) {
      seconds.push(await sendCommit(progress, plans, index, plan, seconds.at(-1) ?? firstMoment));
    }
    sendTags(progress, tags, seconds.at(-1) ?? firstMoment);
    await Promise.all(progress.asked);
  } finally {
    await importer.finish();
  }
  const { hashes } = progress;
  const commits = plans.map((plan, index) => ({ sha: hashes[index] ?? '', plan, seconds: seconds[index] ?? 0 }));
  return { hashOf: hashesByKey(plans, hashes), commits };
};
