import type { Preference } from '../../machines/preferences/changedRecords';

/** Popups on, nothing else; only `facts` differ. */
export const preference = (facts: Partial<Preference> = {}): Preference => ({
  id: 'p1',
  subCategoryCode: 'JOB_UPDATED',
  subCategoryName: 'Job Updated',
  notification: true,
  emailNotification: false,
  mobileNotification: false,
  allNotification: false,
  requiredNotification: false,
  emailRequiredNotification: false,
  isUseInVmsMobile: false,
  isAllDisabled: false,
  ...facts,
});
