import type * as v from 'valibot';
import type { FailedRelation } from '../world/transferRecords.ts';
import type { Transfers } from './transfers.ts';

const limit = 100;

/** Failed relations of an import, at most 100. */
export class Failures {
  readonly #found: Omit<FailedRelation, 'id'>[] = [];
  readonly #transfers: Transfers;

  constructor(transfers: Transfers) {
    this.#transfers = transfers;
  }

  /** `line` is zero-based. */
  add(relation: string, line: number, message: string, exception = 'ActiveRecord::RecordInvalid'): void {
    if (this.#found.length >= limit) return;
    this.#found.push({
      created_at: this.#transfers.settings.now().toISOString(),
      exception_class: exception,
      exception_message: message,
      source: 'process_relation_item!',
      relation_name: relation,
      line_number: line,
    });
  }

  addInvalid(relation: string, line: number, issues: readonly v.BaseIssue<unknown>[]): void {
    const problems = issues.map(({ path, message }) => {
      const field = (path ?? []).map(({ key }) => String(key)).join('.');
      return field === '' ? message : `${field}: ${message}`;
    });
    this.add(relation, line, `Validation failed: ${problems.join(', ')}`);
  }

  /** Assigns IDs. */
  async numbered(): Promise<readonly FailedRelation[]> {
    const found: FailedRelation[] = [];
    for (const failure of this.#found) found.push({ id: await this.#transfers.nextId(), ...failure });
    return found;
  }
}
