import { assigneesFragment } from '../../../src/client/graphql/iterationDocuments.ts';
import { graphql } from '../../../src/client/graphql/typedDocument.ts';

export const ownGroupsQuery = graphql(`
  query OwnGroups($first: Int, $after: String) {
    currentUser {
      id
      username
      name
      groups(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          name
          fullPath
        }
      }
    }
  }
`);

export const branchRulesQuery = graphql(`
  query BranchRules($fullPath: ID!, $first: Int, $after: String) {
    project(fullPath: $fullPath) {
      id
      branchRules(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          name
          isDefault
          isProtected
          matchingBranchesCount
          branchProtection {
            allowForcePush
            pushAccessLevels {
              nodes {
                accessLevel
                accessLevelDescription
              }
            }
            mergeAccessLevels {
              nodes {
                accessLevel
                accessLevelDescription
              }
            }
          }
        }
      }
    }
  }
`);

/** Recent releases only. */
export const commitsQuery = graphql(`
  query Commits($fullPath: ID!, $ref: String!, $query: String, $first: Int, $after: String) {
    project(fullPath: $fullPath) {
      id
      repository {
        commits(ref: $ref, query: $query, first: $first, after: $after) {
          pageInfo {
            endCursor
            hasNextPage
          }
          nodes {
            id
            sha
            title
            authorName
            committedDate
          }
        }
      }
    }
  }
`);

/** Premium. */
export const iterationsQuery = graphql(`
  query Iterations($fullPath: ID!, $state: IterationState, $first: Int, $after: String) {
    group(fullPath: $fullPath) {
      id
      iterations(state: $state, first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          iid
          title
          state
          startDate
          dueDate
          webUrl
        }
      }
    }
  }
`);

/** Ultimate. */
export const memberRolesQuery = graphql(`
  query MemberRoles($fullPath: ID!, $first: Int, $after: String) {
    group(fullPath: $fullPath) {
      id
      memberRoles(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          name
          description
          baseAccessLevel {
            integerValue
          }
          enabledPermissions {
            nodes {
              value
            }
          }
        }
      }
    }
  }
`);

export const assigneesUpdated = graphql(
  `
    subscription AssigneesUpdated($issuableId: IssuableID!) {
      issuableAssigneesUpdated(issuableId: $issuableId) {
        ... on Issue {
          ...Assignees
        }
        ... on MergeRequest {
          id
        }
      }
    }
  `,
  [assigneesFragment],
);

export const mergeStatusUpdated = graphql(`
  subscription MergeStatusUpdated($issuableId: IssuableID!) {
    mergeRequestMergeStatusUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
        iid
        detailedMergeStatus
      }
    }
  }
`);
