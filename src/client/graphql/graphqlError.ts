import type { GraphqlAnswer, GraphqlProblem, GraphqlRequest } from '../../wire/graphql.ts';
import { shorten } from '../errorBody.ts';
import type { Secrets } from '../redactSecrets.ts';

export class GraphqlError extends Error {
  override readonly name = 'GraphqlError';
  readonly operationName: string | undefined;
  readonly problems: readonly GraphqlProblem[];
  /** Undefined if nothing was executed. */
  readonly data: Readonly<Record<string, unknown>> | null | undefined;

  constructor(
    { operationName }: Pick<GraphqlRequest, 'operationName'>,
    problems: readonly GraphqlProblem[],
    data?: Readonly<Record<string, unknown>> | null,
  ) {
    const words = wordsOf(problems);
    super(operationName === undefined ? words : `${operationName}: ${words}`);
    this.operationName = operationName;
    this.problems = problems;
    this.data = data;
  }
}

/** `null` for a fine-grained token: forbidden or missing. */
export class HiddenFromToken extends GraphqlError {
  readonly hidden: readonly string[];

  constructor(request: Pick<GraphqlRequest, 'operationName'>, hidden: readonly string[]) {
    super(request, [{ message: `null for ${hidden.join(', ')}, which a fine-grained token may not read` }]);
    this.hidden = hidden;
  }
}

export const isHiddenFromToken = (error: unknown): boolean => isGraphqlError(error) && 'hidden' in (error as object);

/** Checks the name, as classes differ between bundles. */
export const isGraphqlError = (error: unknown): boolean => error instanceof Error && error.name === 'GraphqlError';

export const wordsOf = (problems: readonly GraphqlProblem[]): string =>
  shorten(problems.map(({ message }) => message).join(', '));

/** Removes credentials, as errors may repeat them. */
export const cleanAnswer = (answer: GraphqlAnswer, secrets: Secrets): GraphqlAnswer =>
  answer.errors === undefined
    ? answer
    : { ...answer, errors: answer.errors.map((one) => ({ ...one, message: secrets.clean(shorten(one.message)) })) };
