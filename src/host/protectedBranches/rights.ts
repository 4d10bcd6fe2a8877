import * as vscode from '../vscode.ts';
import type { SendOptions } from '../../client/client.ts';
import { isCancelled, requestFailure } from '../../client/errors.ts';
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

/** The answer to "Can I push here?", with what kept it from being complete. */
export interface RightsAnswer {
  readonly rights: BranchRights;
  /** Whether the server has the branch; undefined when it could not be asked. */
  readonly exists: boolean | undefined;
  /** What could not be read, if something could not. */
  readonly failure: unknown;
  readonly open: OpenProject;
  /** The rules of the project it was found from; undefined when they could not be read. */
  readonly of: readonly ProtectedBranch[] | undefined;
}

/** An answer as it is remembered. */
interface Remembered {
  readonly at: number;
  readonly answer: RightsAnswer;
}

/** Branches whose answers are remembered. */
const mostBranches = 500;

/** How long an answer is used again. */
const freshMs = 60_000;

/** How long rules that take many requests are used again. */
const manyFreshMs = 5 * 60_000;

/** Number of rules that are read with a few requests. */
const few = 300;

/** Says what the user may do with branches of the current project; an answer is kept for a minute. */
export class ProjectRights implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #answered = new vscode.EventEmitter<RightsAnswer>();
  readonly #rules: ProtectionRules;
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable[];
  readonly #answers = new LatestAnswers<Remembered>(mostBranches);
  /** Questions that are on their way; who asks the same meanwhile waits for the same answer. */
  readonly #asking = new Map<string, Promise<RightsAnswer>>();
  /** What does not depend on the branch. */
  readonly #about = new LatestAnswers<{ readonly value: unknown }>(mostBranches);
  readonly #end = new AbortController();

  /** Fires when answers given before may no longer hold. */
  readonly onDidChange = this.#changed.event;
  /**
   * Fires with every answer, no matter who asked, that is not older than the one before about its branch: what shows
   * one shows this, so that no two places say different things.
   */
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
        // a project that was only read again is no reason to ask again
        if (next !== about) this.forget();
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

  /** What I may do with a branch. Whatever could not be read is unknown in the answer; only cancelling is thrown. */
  async read(open: OpenProject, branch: string, options: SendOptions = {}): Promise<RightsAnswer> {
    const key = `${projectKey(open)} ${branch}`;
    const known = this.#answers.current(key);
    if (known && this.#holds(known)) return known.answer;
    const asking = this.#asking.get(key) ?? this.#answer(key, open, branch);
    return unlessCancelled(asking, options.signal);
  }

  /** Whether an answer may be given again: everything could be read a while ago, from the rules as they are. */
  #holds({ at, answer }: Remembered): boolean {
    return answer.failure === undefined && this.#rules.whole === answer.of && Date.now() - at < freshMs;
  }

  /** Asks, remembers the answer and tells of it. */
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

  /** Reads rules and role again; answers given before no longer hold. */
  async refresh(): Promise<void> {
    this.#outdate();
    const before = this.#rules.whole;
    await this.#rules.refresh();
    // new rules have been told of by themselves
    if (this.#rules.whole === before) this.#changed.fire();
  }

  /**
   * The rules of a project under which I may not push, and the others: those that let me, and those of which nobody can
   * tell. Throws when rules or role could not be read.
   */
  async sorted(
    open: OpenProject,
    options: SendOptions = {},
  ): Promise<{ readonly closed: readonly ProtectedBranch[]; readonly others: readonly ProtectedBranch[] }> {
    const [rules, role] = await Promise.all([
      this.#rules.settled(open),
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

  /** Answers are asked for again from now on. */
  forget(): void {
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

  /** `rulesTaken` is called at the moment from which on the answer no longer follows changes of the rules. */
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
      this.#rules.settled(open, many ? manyFreshMs : freshMs),
      attempt('The role in the project could not be read.', () => this.#role(open)),
      attempt('The branch could not be read.', () => readBranch(open, branch, options)),
    ]);
    rulesTaken();
    // what keeps the rules from being read says most
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
    // a project one may no longer see has no branches either
    const isTold = remote !== undefined && requestFailure(this.#rules.failure, 'notFound') === undefined;
    return { rights, exists: isTold ? remote !== 'missing' : undefined, failure, open, of: rules };
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
        // a group one may not look into
        if (requestFailure(error, 'notFound', 'forbidden')) return undefined;
        throw error;
      }
    });
  }

  /** What does not depend on the branch is asked once; what failed is asked again. */
  async #once<T>(key: string, ask: (options: SendOptions) => Promise<T>): Promise<T> {
    const { value } = await this.#about.get(key, async () => ({ value: await ask({ signal: this.#end.signal }) }));
    return value as T;
  }
}

/** What is asked for all goes on when one of them no longer waits for it. */
const unlessCancelled = <T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    void asked.then(resolve, reject).finally(() => signal?.removeEventListener('abort', cancel));
  });

/** What answers depend on of a project and its reader. */
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
    if (requestFailure(error, 'notFound')) return 'missing';
    throw error;
  }
};
