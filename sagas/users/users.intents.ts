/** What a person does in the form of a user, beside typing. */
import { createAction } from '@reduxjs/toolkit';

/** The roles of a supplier are wanted, because it was chosen for somebody who is added. */
export const supplierChosen = createAction<{ readonly organizationId: string }>('users/supplierChosen');
