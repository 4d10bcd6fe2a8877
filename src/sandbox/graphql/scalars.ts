import { GraphQLError, GraphQLScalarType, Kind, type GraphQLSchema } from 'graphql';
import { parseGlobalId } from '../../wire/graphql.ts';

/** Which kinds of objects a Global ID scalar stands for, and what the service calls them. */
const kinds: Readonly<Record<string, { readonly called: string; readonly types: readonly string[] }>> = {
  UserID: { called: 'User', types: ['User'] },
  IssuableID: { called: 'Issuable', types: ['Issue', 'MergeRequest', 'WorkItem'] },
  IssueID: { called: 'Issue', types: ['Issue', 'WorkItem'] },
  MergeRequestID: { called: 'MergeRequest', types: ['MergeRequest'] },
  DesignManagementVersionID: { called: 'DesignManagement::Version', types: ['DesignManagement::Version'] },
  IterationID: { called: 'Iteration', types: ['Iteration'] },
  WorkItemID: { called: 'WorkItem', types: ['WorkItem'] },
  CiPipelineID: { called: 'Ci::Pipeline', types: ['Ci::Pipeline'] },
};

const checkedGlobalId = (name: string, value: unknown): string => {
  const { called, types } = kinds[name] ?? { called: name, types: [] };
  const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined;
  if (parsed === undefined) throw new GraphQLError(`${JSON.stringify(value)} is not a valid Global ID`);
  if (!types.includes(parsed.type)) {
    throw new GraphQLError(`${JSON.stringify(value)} does not represent an instance of ${called}`);
  }
  return String(value);
};

const checkedTime = (value: unknown): string => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError(`${JSON.stringify(value)} is not a valid date or time`);
  }
  return value;
};

/** Gives the scalars of a schema built from text their rules for what comes in; what goes out is text already. */
export const addScalarRules = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLScalarType)) continue;
    const check =
      type.name in kinds
        ? (value: unknown) => checkedGlobalId(type.name, value)
        : type.name === 'Time' || type.name === 'Date'
          ? checkedTime
          : undefined;
    if (check === undefined) continue;
    type.coerceInputValue = check;
    type.coerceInputLiteral = (node) =>
      check(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined);
  }
};
