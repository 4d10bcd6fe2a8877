import type { PlanningContent } from '../world/transferRecords.ts';

/** What the sample group plans with. */
export const acmePlanning: PlanningContent = {
  labels: [
    { title: 'data', color: '#428bca', description: 'Tables and measurements' },
    { title: 'forecast', color: '#8e44ad', description: null },
    { title: 'needs review', color: '#d9534f', description: 'Waits for a second pair of eyes' },
  ],
  milestones: [
    {
      iid: 1,
      title: 'Harvest 2026',
      description: 'Everything that must work when the first apples are ripe',
      state: 'active',
      startDate: '2026-08-01',
      dueDate: '2026-10-31',
    },
    { iid: 2, title: 'Blossom 2026', description: '', state: 'closed', startDate: '2026-03-01', dueDate: '2026-05-15' },
  ],
  boards: [
    {
      name: 'Season',
      lists: [
        { label: 'forecast', position: 0 },
        { label: 'needs review', position: 1 },
      ],
    },
  ],
  badges: [
    {
      name: 'Build',
      linkUrl: 'https://ci.acme.example/%{project_path}',
      imageUrl: 'https://ci.acme.example/%{project_path}/badge.svg',
    },
  ],
};

/** What the group of the tools plans with. */
export const toolsPlanning: PlanningContent = {
  labels: [{ title: 'blunt', color: '#7f8c8d', description: null }],
  milestones: [],
  boards: [],
  badges: [],
};
