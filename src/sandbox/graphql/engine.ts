import {
  execute,
  FieldsOnCorrectTypeRule,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  parse,
  specifiedRules,
  subscribe,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import { Recent } from '../git/recent.ts';
import type { GraphqlRequest } from '../../wire/graphql.ts';
import { limitsOf, querySize, type QuerySize } from './limits.ts';
import { mutations } from './mutations.ts';
import { queries } from './root.ts';
import { sandboxSchema, fieldsRule } from './schema.ts';
import type { QueryContext, Session } from './session.ts';
import { subscriptions } from './subscriptions.ts';

const schema = sandboxSchema();

/** Parsed and validated document, or its errors. */
type Prepared =
  | { readonly document: DocumentNode }
  | { readonly errors: readonly [GraphQLError, ...(readonly GraphQLError[])] };

const prepared = new Recent<Prepared>(500);

const prepare = (query: string, { edition }: Session): Prepared => {
  const key = `${edition.version} ${query}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  let result: Prepared;
  try {
    const document = parse(query, { maxTokens: 5000 });
    const rules = specifiedRules.map((rule) => (rule === FieldsOnCorrectTypeRule ? fieldsRule(edition) : rule));
    const [first, ...more] = validate(schema, document, rules, { hideSuggestions: false });
    result = first === undefined ? { document } : { errors: [first, ...more] };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    result = { errors: [error] };
  }
  prepared.set(key, result);
  return result;
};

/** Undefined for invalid documents and without such an operation. */
export const operationKind = ({
  query,
  operationName,
}: GraphqlRequest): OperationDefinitionNode['operation'] | undefined => {
  try {
    return getOperationAST(parse(query, { maxTokens: 5000 }), operationName)?.operation;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
};

/** Validated operation with its complexity and depth. */
export interface Ready {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly request: GraphqlRequest;
  readonly size: QuerySize;
}

export interface Unready {
  readonly errors: readonly GraphQLError[];
}

/** Standard introspection query, exempt from the limits. */
const introspection = 'IntrospectionQuery';

/** Error for a query that exceeds the caller's limits. */
export const overLimit = (session: Session, { complexity, depth }: QuerySize): GraphQLError | undefined => {
  const limits = limitsOf(session.person);
  if (depth > limits.depth) {
    return new GraphQLError(`Query has depth of ${depth}, which exceeds max depth of ${limits.depth}`);
  }
  return complexity > limits.complexity
    ? new GraphQLError(`Query has complexity of ${complexity}, which exceeds max complexity of ${limits.complexity}`)
    : undefined;
};

/** Parses and validates a request, coerces its variables and checks its limits. */
export const readRequest = (session: Session, request: GraphqlRequest): Ready | Unready => {
  if (request.query.trim() === '') return { errors: [new GraphQLError('No query string was present')] };
  const result = prepare(request.query, session);
  if ('errors' in result) return result;
  const { document } = result;
  const operation = getOperationAST(document, request.operationName);
  if (operation == null) {
    const named = request.operationName;
    return {
      errors: [new GraphQLError(named == null ? 'An operation name is required' : `No operation named "${named}"`)],
    };
  }
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  if (values.errors !== undefined) return { errors: values.errors };
  const counted = querySize(schema, document, operation, values.variableValues.coerced);
  const size = operation.name?.value === introspection ? { complexity: 0, depth: 0 } : counted;
  const over = overLimit(session, size);
  return over === undefined ? { document, operation, request, size } : { errors: [over] };
};

const roots = { query: queries, mutation: mutations, subscription: subscriptions };

/** Arguments for graphql-js. */
export const executionOf = (session: Session, ready: Ready) => {
  const context: QueryContext = {
    session,
    complexity: { score: ready.size.complexity, limit: limitsOf(session.person).complexity },
  };
  return {
    schema,
    document: ready.document,
    operationName: ready.operation.name?.value,
    variableValues: ready.request.variables,
    contextValue: context,
    rootValue: roots[ready.operation.operation],
  };
};

/** Runs a query or mutation. Errors of single fields are part of the result. */
export const run = async (session: Session, ready: Ready): Promise<ExecutionResult> =>
  execute(executionOf(session, ready));

/** Starts a subscription; a refused one gives a result instead of events. */
export const follow = async (
  session: Session,
  ready: Ready,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> => subscribe(executionOf(session, ready));
