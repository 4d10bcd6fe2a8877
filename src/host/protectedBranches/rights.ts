import * as vscode from 'vscode';
import type { SendOptions } from '../../client/client.ts';
import { isCancelled, requestFailure } from '../../client/errors.ts';
import { covers } from '../../model/branchPattern.ts';
import { type BranchRights, branchRights, roles } from '../../model/branchRights.ts';
import { listGroupMembers, listProjectMembers } from '../../wire/groups.ts';
import { getUser } from '../../wire/instance.ts';
import { getBranch } from '../../wire/projects.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { Log } from '../log.ts';
import type { CurrentProject, OpenProject } from '../project/currentProject.ts';
import type { ProtectionRules } from './rules.ts';

/** The answer to "Can I push here?", with what kept it from being complete. */
export interface RightsAnswer {
  readonly rights: BranchRights;
  /** Whether the server has the branch; undefined when it could not be asked. */
  readonly exists: boolean | undefined;
  /** What could not be read, if something could not. */
  readonly failure: unknown;
  readonly open: OpenProject;
}

/** How long an answer is used again. */
const freshMs = 60_000;

/** Says what the user may do with branches of the current project; an answer is kept for a minute. */
export class ProjectRights implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #rules: ProtectionRules;
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable[];
  readonly #answers = new Map<string, { readonly at: number; readonly answer: RightsAnswer }>();
  readonly #about = new Map<string, unknown>();

  /** Fires when answers given before may no longer hold. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: { readonly project: CurrentProject; readonly rules: ProtectionRules; readonly log: Log }) {
    this.#rules = parts.rules;
    this.#log = parts.log;
    let known = parts.rules.whole;
    this.#subscriptions = [
      this.#changed,
      parts.project.onDidChange(() => this.forget()),
      parts.rules.onDidChange(() => {
        const next = parts.rules.whole;
        if (next === known) return;
        known = next;
        this.#answers.clear();
        this.#changed.fire();
      }),
    ];
  }

  /** What I may do with a branch. Whatever could not be read is unknown in the answer; only cancelling is thrown. */
  async read(open: OpenProject, branch: string, options: SendOptions = {}): Promise<RightsAnswer> {
    const key = `${open.account.id} ${open.project.id} ${branch}`;
    const known = this.#answers.get(key);
    if (known && Date.now() - known.at < freshMs) return known.answer;
    const answer = await this.#ask(open, branch, options);
    if (answer.failure === undefined) this.#answers.set(key, { at: Date.now(), answer });
    return answer;
  }

  /**
   * The rules of a project under which I may not push, and the others: those that let me, and those of which nobody can
   * tell. Throws when rules or role could not be read.
   */
  async sorted(
    open: OpenProject,
    options: SendOptions = {},
  ): Promise<{ readonly closed: readonly ProtectedBranch[]; readonly others: readonly ProtectedBranch[] }> {
    await this.#rules.settled(open);
    const rules = this.#rules.whole;
    if (rules === undefined) throw new Error('The rules could not be read.', { cause: this.#rules.failure });
    const level = await this.#level(open, options);
    const isClosed = (rule: ProtectedBranch): boolean =>
      branchRights({
        branch: rule.name,
        rules: [rule],
        userId: open.account.userId,
        level,
        isAdmin: undefined,
        inGroup: () => undefined,
        canPush: undefined,
        archived: open.project.archived === true,
      }).push.verdict === 'no';
    const closed = rules.filter(isClosed);
    return { closed, others: rules.filter((rule) => !closed.includes(rule)) };
  }

  /** Answers are asked for anew from now on. */
  forget(): void {
    this.#answers.clear();
    this.#about.clear();
    this.#changed.fire();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  async #ask(open: OpenProject, branch: string, options: SendOptions): Promise<RightsAnswer> {
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
    const [, level, remote] = await Promise.all([
      this.#rules.settled(open),
      attempt('The role in the project could not be read.', () => this.#level(open, options)),
      attempt('The branch could not be read.', () => readBranch(open, branch, options)),
    ]);
    const rules = this.#rules.whole;
    failure ??= this.#rules.failure;
    const covering = (rules ?? []).filter(({ name }) => covers(name, branch));
    const levels = covering.flatMap((rule) => [
      ...rule.push_access_levels,
      ...rule.merge_access_levels,
      ...(rule.unprotect_access_levels ?? []),
    ]);
    const groups = [...new Set(levels.flatMap(({ group_id: group }) => (group == null ? [] : [group])))];
    const [isAdmin, ...memberships] = await Promise.all([
      levels.some(({ access_level: needed }) => needed === roles.admin)
        ? attempt('Who administers the instance could not be read.', () => this.#isAdmin(open, options))
        : undefined,
      ...groups.map((group) =>
        attempt('A group that a rule names could not be read.', () => this.#inGroup(open, group, options)),
      ),
    ]);
    const inGroup = new Map(groups.map((group, index) => [group, memberships[index]]));
    const rights = branchRights({
      branch,
      rules,
      userId: open.account.userId,
      level,
      isAdmin,
      inGroup: (group) => inGroup.get(group),
      canPush: remote === 'missing' ? undefined : (remote?.can_push ?? undefined),
      archived: open.project.archived === true,
    });
    return { rights, exists: remote === undefined ? undefined : remote !== 'missing', failure, open };
  }

  /** My role: that of the membership, inherited ones included, or what the project itself says of it. */
  async #level(open: OpenProject, options: SendOptions): Promise<number | undefined> {
    return this.#once(`level ${open.account.id} ${open.project.id}`, async () => {
      const { permissions } = open.project;
      const told = [permissions?.project_access?.access_level, permissions?.group_access?.access_level];
      const { items } = await open.client.send(
        listProjectMembers,
        { id: open.project.id, user_ids: [open.account.userId] },
        options,
      );
      const levels = [...told, ...items.filter(isMe(open)).map((member) => member.access_level)];
      const known = levels.filter((level) => level != null);
      return known.length === 0 ? undefined : Math.max(...known);
    });
  }

  async #isAdmin(open: OpenProject, options: SendOptions): Promise<boolean> {
    return this.#once(`admin ${open.account.id}`, async () => {
      const user = await open.client.send(getUser, {}, options);
      return user.is_admin === true;
    });
  }

  async #inGroup(open: OpenProject, group: number, options: SendOptions): Promise<boolean | undefined> {
    return this.#once(`group ${open.account.id} ${group}`, async () => {
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
  async #once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    if (!this.#about.has(key)) this.#about.set(key, await ask());
    return this.#about.get(key) as T;
  }
}

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
