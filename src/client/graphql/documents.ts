import { graphql } from './typedDocument.ts';

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

/** The people of an issue, and whether they are busy. */
export const assigneesFragment = graphql(`
  fragment Assignees on Issue @_unmask {
    id
    assignees {
      nodes {
        id
        username
        name
        status {
          availability
        }
      }
    }
  }
`);

/** An issue with its people, its weight, and its designs as they were in a version. */
export const issueQuery = graphql(
  `
    query Issue($fullPath: ID!, $iid: String!, $atVersion: DesignManagementVersionID, $withDesigns: Boolean!) {
      project(fullPath: $fullPath) {
        id
        issue(iid: $iid) {
          ...Assignees
          iid
          title
          state
          weight
          designCollection @include(if: $withDesigns) {
            designs(atVersion: $atVersion, first: 100) {
              nodes {
                id
                filename
                event
              }
            }
          }
        }
      }
    }
  `,
  [assigneesFragment],
);

/** The newest pipeline of a commit; its changes can be polled by the resource `pipelines/sha/<hash>`. */
export const pipelineOfCommitQuery = graphql(`
  query PipelineOfCommit($fullPath: ID!, $sha: String!) {
    project(fullPath: $fullPath) {
      id
      pipeline(sha: $sha) {
        id
        iid
        sha
        status
        updatedAt
      }
    }
  }
`);

/** Sets the weight of an issue, or takes it away. */
export const setWeightMutation = graphql(`
  mutation SetWeight($input: IssueSetWeightInput!) {
    issueSetWeight(input: $input) {
      errors
      issue {
        id
        weight
      }
    }
  }
`);

/** Assigns people to an issue. */
export const setAssigneesMutation = graphql(
  `
    mutation SetAssignees($input: IssueSetAssigneesInput!) {
      issueSetAssignees(input: $input) {
        errors
        issue {
          ...Assignees
        }
      }
    }
  `,
  [assigneesFragment],
);

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
