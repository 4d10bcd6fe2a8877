import type { Ref } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { linesWith } from '../git/treeFiles.ts';
import type { Job } from '../world/records.ts';

/** A job as a configuration defines it. */
export type ConfiguredJob = Pick<Job, 'name' | 'stage' | 'allowsFailure' | 'script'> & { readonly isManual: boolean };

type Script = NonNullable<Job['script']>;

const configurationFile = '.gitlab-ci.yml';

/** Most lines that a command prints. */
const maxLines = 20;

const indentation = (line: string): number => line.length - line.trimStart().length;

const unquoted = (text: string): string =>
  /^(['"])/.test(text) && text.length > 1 && text.endsWith(text.charAt(0)) ? text.slice(1, -1) : text;

/** Keys of a YAML mapping, each with its value, or the lines below it. */
const entriesOf = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const own = indentation(lines[0] ?? '');
  let below: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (indentation(line) > own || text.startsWith('- ')) {
      below.push(line);
      continue;
    }
    const split = text.endsWith(':') ? text.length - 1 : text.indexOf(': ');
    const value = text.slice(split + 1).trim();
    below = value === '' || value === '|' ? [] : [value];
    if (split > 0) found.set(unquoted(text.slice(0, split)), below);
  }
  return found;
};

/** A list, or the one value in its place. */
const listOf = (lines: readonly string[] = []): readonly string[] =>
  lines.flatMap((line) => {
    const text = line.trim();
    if (text.startsWith('['))
      return text
        .slice(1, -1)
        .split(',')
        .map((each) => unquoted(each.trim()));
    const value = unquoted(text.replace(/^- /, '').trim());
    return value === '|' ? [] : [value];
  });

/** Output and exit status of commands over the files of a commit; unknown commands succeed without output. */
const scriptOf = async (repository: Repository, sha: string, commands: readonly string[]): Promise<Script> => {
  const lines: string[] = [];
  for (const command of commands) {
    lines.push(`$ ${command}`);
    const [, quoted, bare, path, found] =
      /^grep -r?n (?:'([^']+)'|([^\s']\S*)) (\S+) && exit (\d{1,3}) \|\| true$/.exec(command) ?? [];
    const output =
      path === undefined ? [] : await linesWith(repository, { sha, word: quoted ?? bare ?? '', path }, maxLines);
    lines.push(...output);
    const code = output.length > 0 ? found : /^exit (\d{1,3})$/.exec(command)?.[1];
    if (code !== undefined) return { lines, exits: [Number(code)] };
  }
  return { lines, exits: commands.some((command) => command.includes('flaky')) ? [1, 0] : [0] };
};

/** True unless rules for other branches alone let a job run; rules of other kinds are not read. */
const runsOn = (branch: string, rules: readonly string[]): boolean => {
  const branches = rules.flatMap((rule) => /^if: \$CI_COMMIT_BRANCH == "([^"]+)"$/.exec(rule)?.[1] ?? []);
  return branches.length === 0 || branches.includes(branch);
};

/** Jobs of the configuration of a branch in the order of their stages; undefined without one, or without a job. */
export const configuredJobs = async (
  repository: Repository,
  { name: branch, sha }: Ref,
): Promise<readonly ConfiguredJob[] | undefined> => {
  const file = await repository.objects.contents(`${sha}:${configurationFile}`);
  if (file?.type !== 'blob') return undefined;
  const lines = file.content.toString('utf8').split(/\r?\n/);
  const all = entriesOf(lines.filter((line) => line.trim() !== '' && !/^(?:#|---)/.test(line.trim())));
  const stages = ['.pre', ...(all.has('stages') ? listOf(all.get('stages')) : ['build', 'test', 'deploy']), '.post'];
  const jobs: ConfiguredJob[] = [];
  for (const [name, body] of all) {
    const parts = entriesOf(body);
    const commands = parts.get('script');
    if (commands === undefined || name.startsWith('.') || !runsOn(branch, listOf(parts.get('rules')))) continue;
    const one = (key: string): string | undefined => listOf(parts.get(key))[0];
    const isManual = one('when') === 'manual';
    jobs.push({
      name,
      stage: one('stage') ?? 'test',
      isManual,
      allowsFailure: (one('allow_failure') ?? String(isManual)) === 'true',
      script: await scriptOf(repository, sha, listOf(commands)),
    });
  }
  if (jobs.length === 0) return undefined;
  return jobs.toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
};
