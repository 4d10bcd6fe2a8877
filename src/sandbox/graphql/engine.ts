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
import { serviceSchema, undefinedFields } from './schema.ts';
import type { QueryContext, Session } from './session.ts';
import { subscriptions } from './subscriptions.ts';

const schema = serviceSchema();

/** A document that was read and found right, or what is wrong with it. */
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
    const rules = specifiedRules.map((rule) => (rule === FieldsOnCorrectTypeRule ? undefinedFields(edition) : rule));
    const [first, ...more] = validate(schema, document, rules, { hideSuggestions: false });
    result = first === undefined ? { document } : { errors: [first, ...more] };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    result = { errors: [error] };
  }
  prepared.set(key, result);
  return result;
};

/** The kind of the operation a request names; undefined when there is none or the text is no document. */
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

/** An operation with its values and its price, ready to be executed. */
export interface Ready {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly request: GraphqlRequest;
  readonly size: QuerySize;
}

/** Why an operation is not executed. */
export interface Unready {
  readonly errors: readonly GraphQLError[];
}

/** The name of the standard query for the whole schema, which is not counted. */
const introspection = 'IntrospectionQuery';

/** Why a query of this size is not executed for a caller; undefined when it is. */
export const overLimit = (session: Session, { complexity, depth }: QuerySize): GraphQLError | undefined => {
  const limits = limitsOf(session.person);
  if (depth > limits.depth) {
    return new GraphQLError(`Query has depth of ${depth}, which exceeds max depth of ${limits.depth}`);
  }
  return complexity > limits.complexity
    ? new GraphQLError(`Query has complexity of ${complexity}, which exceeds max complexity of ${limits.complexity}`)
    : undefined;
};

/** Reads and checks a request: its text, the operation it names, the values of its variables, its size. */
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

/** An operation as graphql-js takes it. */
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

/** Executes a query or mutation. Errors of single fields are in the result, beside what the others gave. */
export const run = async (session: Session, ready: Ready): Promise<ExecutionResult> =>
  execute(executionOf(session, ready));

/** Starts a subscription; a result instead of events says why not. */
export const follow = async (
  session: Session,
  ready: Ready,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> => subscribe(executionOf(session, ready));
