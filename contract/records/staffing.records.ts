/** The pages of jobs, candidates, submissions and assignments. */
import { ACTIVITY, type RecordDefinition } from './record';

/** Rows at most of the tables of matches, and of the availability log. */
export const MATCHES_SHOWN = 50;

const job = {
  noun: 'Job',
  name: 'number',
  about: ['specialty', 'shift'],
  status: 'status',
  facts: ['facility', 'department', 'jobType', 'startDate', 'endDate', 'openingsLeft', 'billRateMax', 'daysOpen'],
  details: {
    manager: { label: 'Manager', kind: 'text' },
    costCenter: { label: 'Cost Center', kind: 'text', hiddenFrom: ['AGENCY'] },
    city: { label: 'City', kind: 'text' },
    state: { label: 'State', kind: 'text' },
    enteredAt: { label: 'Entered', kind: 'instant' },
  },
  tabs: {
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Position',
          facts: ['profession', 'specialty', 'jobType', 'offering', 'subOffering', 'shift', 'hoursPerWeek', 'hot'],
        },
        { title: 'Where', facts: ['facility', 'department', 'city', 'state', 'manager', 'costCenter', 'salesRep'] },
        {
          title: 'Openings and rates',
          facts: ['openings', 'openingsLeft', 'submissions', 'billRateMin', 'billRateMax'],
        },
        {
          title: 'Dates',
          facts: [
            'startDate',
            'endDate',
            'weeks',
            'enteredAt',
            'postedAt',
            'daysOpen',
            'lastActivityAt',
            'closedAt',
            'closure',
            'closingReason',
          ],
        },
      ],
    },
    candidates: { label: 'Candidates', show: 'list', list: 'submissions', filter: 'jobId' },
    matching: {
      label: 'Matching Candidates',
      show: 'table',
      of: 'candidates',
      byRecruiter: true,
      noun: { one: 'candidate', many: 'candidates' },
      own: { column: 'name', kind: 'candidate' },
      columns: {
        name: { label: 'Candidate', kind: 'text' },
        match: { label: 'Match', kind: 'percent' },
        reasons: { label: 'Because', kind: 'text' },
        supplier: { label: 'Supplier', kind: 'text', hiddenFrom: ['AGENCY'] },
        recruiter: { label: 'Recruiter', kind: 'text' },
        availableFrom: { label: 'Available From', kind: 'date' },
        yearsOfExperience: { label: 'Experience (years)', kind: 'number' },
        state: { label: 'State', kind: 'text' },
      },
      note: `Up to ${MATCHES_SHOWN} candidates of the same specialty who are neither at work nor booked and were not submitted to this job, best match first. They match by what the page of a candidate counts for a job.`,
      empty:
        'No free candidate of this specialty is left, or the job takes no more submissions. Candidates appear here once they are free.',
    },
    availability: {
      label: 'Availability Log',
      show: 'table',
      of: 'candidates',
      byRecruiter: true,
      flag: 'avlLog',
      noun: { one: 'entry', many: 'entries' },
      columns: {
        at: { label: 'When', kind: 'instant' },
        candidate: { label: 'Candidate', kind: 'text' },
        availableFrom: { label: 'Available From', kind: 'date' },
        before: { label: 'Before', kind: 'date' },
        occasion: { label: 'Said', kind: 'text' },
        supplier: { label: 'Supplier', kind: 'text', hiddenFrom: ['AGENCY'] },
        recruiter: { label: 'Recruiter', kind: 'text' },
      },
      note: `When candidates who were submitted to this job, or match it, said that they can start. Up to ${MATCHES_SHOWN} entries, newest first.`,
      empty:
        'No candidate has been submitted to this job yet, and no candidate who matches it has changed when they can start.',
    },
    assignments: { label: 'Assignments', show: 'list', list: 'assignments', filter: 'jobId' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const candidate = {
  noun: 'Candidate',
  name: 'name',
  about: ['profession', 'specialty'],
  status: 'status',
  facts: [
    'number',
    'supplier',
    'city',
    'state',
    'licenseState',
    'compactLicense',
    'yearsOfExperience',
    'availableFrom',
    'recruiter',
  ],
  details: {},
  tabs: {
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Profession',
          facts: ['profession', 'specialty', 'yearsOfExperience', 'licenseState', 'compactLicense'],
        },
        { title: 'Contact', facts: ['city', 'state', 'email', 'phone'] },
        { title: 'Supplier', facts: ['supplier', 'recruiter', 'availableFrom', 'createdAt'] },
      ],
    },
    matching: {
      label: 'Matching Jobs',
      show: 'table',
      noun: { one: 'job', many: 'jobs' },
      own: { column: 'number', kind: 'job' },
      columns: {
        number: { label: 'Job ID', kind: 'number' },
        match: { label: 'Match', kind: 'percent' },
        reasons: { label: 'Because', kind: 'text' },
        facility: { label: 'Facility', kind: 'text' },
        specialty: { label: 'Specialty', kind: 'text' },
        shift: { label: 'Shift', kind: 'text' },
        startDate: { label: 'Start', kind: 'date' },
        billRateMax: { label: 'Bill Rate To', kind: 'rate' },
        openingsLeft: { label: 'Openings Left', kind: 'number' },
      },
      note: `Up to ${MATCHES_SHOWN} open jobs of the same profession, best match first: the specialty counts 40, having worked at the facility 20, a license that holds there 15, being available by the start 15, living in the state 10. Jobs this candidate was submitted to are left out.`,
      empty: 'No open job of this profession has openings left. New jobs appear here once they are posted.',
    },
    submissions: { label: 'Submissions', show: 'list', list: 'submissions', filter: 'candidateId' },
    assignments: { label: 'Assignments', show: 'list', list: 'assignments', filter: 'candidateId' },
    documents: { label: 'Documents', show: 'list', list: 'complianceDocuments', filter: 'candidateId' },
    chat: { label: 'Chat', show: 'chat' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const submission = {
  noun: 'Submission',
  name: 'number',
  about: ['candidate', 'specialty'],
  status: 'status',
  facts: [
    'candidate',
    'jobNumber',
    'facility',
    'supplier',
    'submittedAt',
    'availableFrom',
    'requestedRate',
    'matchPercent',
    'actionRequired',
  ],
  details: {
    assignmentNumber: { label: 'Assignment ID', kind: 'number' },
    qualifiedAt: { label: 'Qualified', kind: 'instant' },
    interviewOn: { label: 'Interview', kind: 'date' },
    acceptedAt: { label: 'Accepted', kind: 'instant' },
    startDate: { label: 'Job Start', kind: 'date' },
    endDate: { label: 'Job End', kind: 'date' },
  },
  tabs: {
    dealSheet: {
      label: 'Deal Sheet',
      show: 'table',
      noun: { one: 'version', many: 'versions' },
      columns: {
        version: { label: 'Version', kind: 'number' },
        versionType: {
          label: 'Version Type',
          kind: 'status',
          options: [
            { value: 'PRIMARY', label: 'Primary' },
            { value: 'EXTENSION', label: 'Extension' },
          ],
        },
        reached: { label: 'Agreed With', kind: 'text' },
        at: { label: 'Since', kind: 'instant' },
        billRate: { label: 'Bill Rate', kind: 'rate' },
        payRate: { label: 'Pay Rate', kind: 'rate', hiddenFrom: ['CLIENT'] },
        startDate: { label: 'Start', kind: 'date' },
        endDate: { label: 'End', kind: 'date' },
        hoursPerWeek: { label: 'Hours/Week', kind: 'hours' },
        value: { label: 'Value', kind: 'money', hint: 'Bill rate by the hours of all weeks from start to end.' },
        current: { label: 'In Force', kind: 'flag' },
      },
      empty: 'There is no deal sheet yet.',
    },
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Candidate',
          facts: ['candidate', 'supplier', 'recruiter', 'availableFrom', 'requestedRate', 'matchPercent'],
        },
        {
          title: 'Job',
          facts: [
            'jobNumber',
            'facility',
            'department',
            'profession',
            'specialty',
            'startDate',
            'endDate',
            'jobRateMin',
            'jobRateMax',
          ],
        },
        {
          title: 'Steps',
          facts: [
            'submittedAt',
            'qualifiedAt',
            'interviewedAt',
            'interviewOn',
            'offeredAt',
            'acceptedAt',
            'bookedAt',
            'assignmentNumber',
            'closedAt',
            'closingReason',
          ],
        },
      ],
    },
    assignments: { label: 'Assignment', show: 'list', list: 'assignments', filter: 'submissionId' },
    activity: ACTIVITY,
  },
} as const satisfies RecordDefinition;

const assignment = {
  noun: 'Assignment',
  name: 'number',
  about: ['candidate', 'specialty'],
  status: 'status',
  facts: [
    'candidate',
    'facility',
    'department',
    'supplier',
    'plannedStart',
    'endDate',
    'billRate',
    'compliancePercent',
    'extensionStatus',
    'extensionDecisionDue',
  ],
  details: {
    jobNumber: { label: 'Job ID', kind: 'number' },
    submissionNumber: { label: 'Submission ID', kind: 'number' },
    payRate: { label: 'Pay Rate', kind: 'rate', hiddenFrom: ['CLIENT'] },
    originalEnd: { label: 'First Planned End', kind: 'date' },
    extensionUntil: { label: 'Extension Asked Until', kind: 'date' },
    filesCompletedAt: { label: 'File Complete', kind: 'instant' },
  },
  tabs: {
    activity: ACTIVITY,
    details: {
      label: 'Details',
      show: 'facts',
      groups: [
        {
          title: 'Assignment',
          facts: ['candidate', 'jobNumber', 'submissionNumber', 'facility', 'department', 'manager', 'supplier'],
        },
        { title: 'Work', facts: ['profession', 'specialty', 'shift', 'hoursPerWeek', 'billRate', 'payRate'] },
        {
          title: 'Dates',
          facts: [
            'bookedAt',
            'plannedStart',
            'actualStart',
            'pushedDays',
            'pushedReason',
            'originalEnd',
            'endDate',
            'weeksLeft',
            'extensionUntil',
            'filesCompletedAt',
          ],
        },
        {
          title: 'End',
          facts: ['endedOn', 'endReason', 'endedBy', 'convertedOn', 'conversionFee', 'rating', 'rehire'],
        },
      ],
    },
    extensions: {
      label: 'Extensions',
      show: 'table',
      noun: { one: 'extension', many: 'extensions' },
      columns: {
        at: { label: 'Agreed', kind: 'instant' },
        before: { label: 'End Before', kind: 'date' },
        after: { label: 'End After', kind: 'date' },
        weeks: { label: 'Weeks', kind: 'number' },
        by: { label: 'By', kind: 'text' },
      },
      note: 'Extensions that were agreed before changes were recorded are shown in one line, without their day.',
      empty: 'It has not been extended.',
    },
    documents: { label: 'Documents', show: 'list', list: 'complianceDocuments', filter: 'assignmentId' },
    timesheets: { label: 'Timesheets', show: 'list', list: 'timesheets', filter: 'assignmentId' },
  },
} as const satisfies RecordDefinition;

export const staffingRecords = { job, candidate, submission, assignment } as const;
