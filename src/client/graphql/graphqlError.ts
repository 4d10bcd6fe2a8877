import type { GraphqlAnswer, GraphqlProblem, GraphqlRequest } from '../../wire/graphql.ts';
import { shorten } from '../errorBody.ts';
import type { Secrets } from '../secrets.ts';

/** An answer that holds errors: what the server says, and what it gave beside them. */
export class GraphqlError extends Error {
  override readonly name = 'GraphqlError';
  /** Name of the operation; undefined when it has none. */
  readonly operationName: string | undefined;
  readonly problems: readonly GraphqlProblem[];
  /** What the other fields gave; undefined when nothing was executed. */
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

/** The server gave `null` for these fields to a fine-grained token: it may not read them, or they do not exist. */
export class HiddenFromToken extends GraphqlError {
  readonly hidden: readonly string[];

  constructor(request: Pick<GraphqlRequest, 'operationName'>, hidden: readonly string[]) {
    super(request, [{ message: `null for ${hidden.join(', ')}, which a fine-grained token may not read` }]);
    this.hidden = hidden;
  }
}

/** True for {@link HiddenFromToken}, also in another bundle. */
export const isHiddenFromToken = (error: unknown): boolean => isGraphqlError(error) && 'hidden' in (error as object);

/** Whether the server has answered with errors, also in another bundle, where the class is another one. */
export const isGraphqlError = (error: unknown): boolean => error instanceof Error && error.name === 'GraphqlError';

/** Messages of GraphQL problems, joined and shortened for messages and the log. */
export const wordsOf = (problems: readonly GraphqlProblem[]): string =>
  shorten(problems.map(({ message }) => message).join(', '));

/**
 * An answer whose errors hold no credential, and no more words than a refusal of REST: they become words of ours, and may
 * repeat what the server was sent.
 */
export const cleanAnswer = (answer: GraphqlAnswer, secrets: Secrets): GraphqlAnswer =>
  answer.errors === undefined
    ? answer
    : { ...answer, errors: answer.errors.map((one) => ({ ...one, message: secrets.clean(shorten(one.message)) })) };
