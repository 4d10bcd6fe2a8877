import type { KeptTexts } from '../keptText.ts';
import { type RoleTarget, targetKey } from './memberRoleTarget.ts';

type Field = 'name' | 'description';

const pauseMs = 300;

/** What is typed for a new role, kept until the server has the role. */
export class RoleTexts {
  readonly #kept: KeptTexts;
  readonly #target: RoleTarget;
  #pause: NodeJS.Timeout | undefined;
  #unkept: { readonly field: Field; readonly text: string } | undefined;

  constructor(kept: KeptTexts, target: RoleTarget) {
    this.#kept = kept;
    this.#target = target;
  }

  /** What was typed before and not sent; empty when nothing was. */
  get(field: Field): string {
    return this.#kept.get(this.#key(field))?.text ?? '';
  }

  /** Keeps a text soon. */
  typed(field: Field, text: string): void {
    this.#unkept = { field, text };
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Keeps at once what was typed last. */
  async flush(): Promise<void> {
    clearTimeout(this.#pause);
    const unkept = this.#unkept;
    if (unkept === undefined) return;
    this.#unkept = undefined;
    const { account, place } = this.#target;
    await this.#kept.keep({
      key: this.#key(unkept.field),
      account: account.id,
      text: unkept.text,
      place: { field: unkept.field, place },
      refusal: undefined,
    });
  }

  /** Forgets both texts: the server has the role. */
  async forget(): Promise<void> {
    await this.#kept.forget(this.#key('name'));
    await this.#kept.forget(this.#key('description'));
  }

  #key(field: Field): string {
    return `memberRoles ${targetKey(this.#target)} ${field}`;
  }
}
