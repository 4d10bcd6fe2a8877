import { assigneesFragment } from '../../src/client/graphql/iterationDocuments.ts';
import { graphql } from '../../src/client/graphql/typedDocument.ts';

/** Who is signed in, and one page of the groups where they are a developer or above. */
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

/** The protection rules of a project and who they let push and merge. */
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

/** One page of the commits of a branch that fit a search; recent releases only. */
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

/** One page of the iterations of a group (Premium). */
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

/** One page of the custom roles of a group (Ultimate). */
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

/** Tells whenever other people are assigned to an issue or merge request. */
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

/** Tells whenever a merge request can or can no longer be merged. */
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
