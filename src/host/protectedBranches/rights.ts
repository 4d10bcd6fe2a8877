import * as vscode from '../vscode.ts';
import type { SendOptions } from '../../client/client.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { type BranchRights, branchRights } from '../../model/protectedBranches/branchRights.ts';
import { LatestAnswers } from '../../model/latestAnswers.ts';
import { type OwnRole, ownRole, roles } from '../../model/role.ts';
import { listGroupMembers } from '../../wire/groups.ts';
import { getUser } from '../../wire/instance.ts';
import { getBranch } from '../../wire/projects.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { Log } from '../shell/log.ts';
import { type CurrentProject, type OpenProject, projectKey } from '../shell/currentProject.ts';
import type { ProtectionRules } from './rules.ts';

/** Answer to "Can I push here?". */
export interface RightsAnswer {
  readonly rights: BranchRights;
  /** Undefined if unknown. */
  readonly exists: boolean | undefined;
  /** First error, if the answer is incomplete. */
  readonly failure: unknown;
  readonly open: OpenProject;
  /** Rules it is based on; undefined if they could not be read. */
  readonly of: readonly ProtectedBranch[] | undefined;
}

interface Remembered {
  readonly at: number;
  readonly answer: RightsAnswer;
}

const maxBranches = 500;

/** Cache time of an answer. */
const freshMs = 60_000;

/** Cache time of many rules, which take many requests. */
const manyFreshMs = 5 * 60_000;

/** Rules that take a few requests. */
const few = 300;

/** Access of the user to branches of the current project, cached for a minute. */
export class ProjectRights implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #answered = new vscode.EventEmitter<RightsAnswer>();
  readonly #rules: ProtectionRules;
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable[];
  readonly #answers = new LatestAnswers<Remembered>(maxBranches);
  /** Deduplicates concurrent reads. */
  readonly #asking = new Map<string, Promise<RightsAnswer>>();
  /** Facts that don't depend on the branch. */
  readonly #about = new LatestAnswers<{ readonly value: unknown }>(maxBranches);
  readonly #end = new AbortController();

  /** Cached answers may be outdated. */
  readonly onDidChange = this.#changed.event;
  /** Fires for every answer that is not outdated, so that all views agree. */
  readonly onDidAnswer = this.#answered.event;

  constructor(parts: { readonly project: CurrentProject; readonly rules: ProtectionRules; readonly log: Log }) {
    this.#rules = parts.rules;
    this.#log = parts.log;
    let known = parts.rules.whole;
    const aboutProject = (): string => (parts.project.open ? factsOf(parts.project.open) : '');
    let about = aboutProject();
    this.#subscriptions = [
      this.#changed,
      this.#answered,
      parts.project.onDidChange(() => {
        const next = aboutProject();
        // ignore a mere reload of the project
        if (next !== about) this.clear();
        about = next;
      }),
      parts.rules.onDidChange(() => {
        const next = parts.rules.whole;
        if (next === known) return;
        known = next;
        this.#changed.fire();
      }),
    ];
  }

  /** Unreadable facts are unknown in the answer; rejects only when aborted. */
  async read(open: OpenProject, branch: string, options: SendOptions = {}): Promise<RightsAnswer> {
    const key = `${projectKey(open)} ${branch}`;
    const known = this.#answers.current(key);
    if (known && this.#holds(known)) return known.answer;
    const asking = this.#asking.get(key) ?? this.#answer(key, open, branch);
    return unlessCancelled(asking, options.signal);
  }

  /** Complete, recent, and based on the current rules. */
  #holds({ at, answer }: Remembered): boolean {
    return answer.failure === undefined && this.#rules.whole === answer.of && Date.now() - at < freshMs;
  }

  #answer(key: string, open: OpenProject, branch: string): Promise<RightsAnswer> {
    const forget = (): void => {
      if (this.#asking.get(key) === answer) this.#asking.delete(key);
    };
    const asked = this.#answers.ask(key, async () => {
      const answer = await this.#ask(open, branch, forget);
      return { at: Date.now(), answer };
    });
    const answer = asked
      .then((remembered) => {
        this.#answered.fire(remembered.answer);
        return remembered.answer;
      })
      .finally(forget);
    this.#asking.set(key, answer);
    return answer;
  }

  /** Reads rules and role again. */
  async refresh(): Promise<void> {
    this.#outdate();
    const before = this.#rules.whole;
    await this.#rules.refresh();
    // changed rules have fired already
    if (this.#rules.whole === before) this.#changed.fire();
  }

  /**
   * Rules under which the user can't push, and others, including unknown ones. Rejects if rules or role can't be read.
   */
  async sorted(
    open: OpenProject,
    options: SendOptions = {},
  ): Promise<{ readonly closed: readonly ProtectedBranch[]; readonly others: readonly ProtectedBranch[] }> {
    const [rules, role] = await Promise.all([
      this.#rules.upToDate(open),
      unlessCancelled(this.#role(open), options.signal),
    ]);
    if (rules === undefined) throw new Error('The rules could not be read.', { cause: this.#rules.failure });
    const isClosed = (rule: ProtectedBranch): boolean =>
      branchRights({
        branch: rule.name,
        rules: [rule],
        userId: open.account.userId,
        ...role,
        isAdmin: undefined,
        inGroup: () => undefined,
        canPush: undefined,
        archived: open.project.archived === true,
      }).push.verdict === 'no';
    const closed = rules.filter(isClosed);
    return { closed, others: rules.filter((rule) => !closed.includes(rule)) };
  }

  /** Outdates all answers. */
  clear(): void {
    this.#outdate();
    this.#changed.fire();
  }

  #outdate(): void {
    this.#about.outdate();
    this.#asking.clear();
    this.#answers.outdate();
  }

  dispose(): void {
    this.#end.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** `rulesTaken` is called once the rules are read: later changes don't count. */
  async #ask(open: OpenProject, branch: string, rulesTaken: () => void): Promise<RightsAnswer> {
    const options = { signal: this.#end.signal };
    let failure: unknown;
    const attempt = async <T>(what: string, read: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await read();
      } catch (error) {
        if (isCancelled(error)) throw error;
        this.#log.error(what, error);
        failure ??= error;
        return undefined;
      }
    };
    const many = (this.#rules.whole?.length ?? 0) > few;
    const [rules, role, remote] = await Promise.all([
      this.#rules.upToDate(open, many ? manyFreshMs : freshMs),
      attempt('The role in the project could not be read.', () => this.#role(open)),
      attempt('The branch could not be read.', () => readBranch(open, branch, options)),
    ]);
    rulesTaken();
    // the rules' failure is the most informative
    failure = this.#rules.failure ?? failure;
    const covering = (rules ?? []).filter(({ name }) => matchesWildcard(name, branch));
    const levels = covering.flatMap((rule) => [
      ...rule.push_access_levels,
      ...rule.merge_access_levels,
      ...(rule.unprotect_access_levels ?? []),
    ]);
    const groups = [...new Set(levels.flatMap(({ group_id: group }) => (group == null ? [] : [group])))];
    const [isAdmin, ...memberships] = await Promise.all([
      levels.some(({ access_level: needed }) => needed === roles.admin)
        ? attempt('Who administers the instance could not be read.', () => this.#isAdmin(open))
        : undefined,
      ...groups.map((group) =>
        attempt('A group that a rule names could not be read.', () => this.#inGroup(open, group)),
      ),
    ]);
    const inGroup = new Map(groups.map((group, index) => [group, memberships[index]]));
    const rights = branchRights({
      branch,
      rules,
      userId: open.account.userId,
      ...(role ?? { level: undefined, isCustom: undefined }),
      isAdmin,
      inGroup: (group) => inGroup.get(group),
      canPush: remote === 'missing' ? undefined : (remote?.can_push ?? undefined),
      archived: open.project.archived === true,
    });
    // without access to the project, a missing branch proves nothing
    const isConclusive = remote !== undefined && requestErrorFacts(this.#rules.failure, 'notFound') === undefined;
    return { rights, exists: isConclusive ? remote !== 'missing' : undefined, failure, open, of: rules };
  }

  async #role(open: OpenProject): Promise<OwnRole> {
    return this.#once(`role ${projectKey(open)}`, (options) =>
      ownRole(open.client, open.project, open.account.userId, options),
    );
  }

  async #isAdmin(open: OpenProject): Promise<boolean> {
    return this.#once(`admin ${open.account.id}`, async (options) => {
      const user = await open.client.send(getUser, {}, options);
      return user.is_admin === true;
    });
  }

  async #inGroup(open: OpenProject, group: number): Promise<boolean | undefined> {
    return this.#once(`group ${open.account.id} ${group}`, async (options) => {
      try {
        const wanted = { id: group, user_ids: [open.account.userId] };
        const { items } = await open.client.send(listGroupMembers, wanted, options);
        return items.some(isMe(open));
      } catch (error) {
        // no access to the group
        if (requestErrorFacts(error, 'notFound', 'forbidden')) return undefined;
        throw error;
      }
    });
  }

  /** Cached unless it failed. */
  async #once<T>(key: string, ask: (options: SendOptions) => Promise<T>): Promise<T> {
    const { value } = await this.#about.get(key, async () => ({ value: await ask({ signal: this.#end.signal }) }));
    return value as T;
  }
}

/** Shared work continues when one caller aborts. */
const unlessCancelled = <T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    void asked.then(resolve, reject).finally(() => signal?.removeEventListener('abort', cancel));
  });

/** Facts of project and user that answers depend on. */
const factsOf = ({ account, project }: OpenProject): string =>
  JSON.stringify([account.id, account.userId, project.id, project.archived === true, project.permissions]);

const isMe =
  ({ account }: OpenProject) =>
  ({ id }: { readonly id: number }): boolean =>
    id === account.userId;

const readBranch = async (
  { client, project }: OpenProject,
  branch: string,
  options: SendOptions,
): Promise<{ readonly can_push?: boolean | null | undefined } | 'missing'> => {
  try {
    return await client.send(getBranch, { id: project.id, branch }, options);
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return 'missing';
    throw error;
  }
};
