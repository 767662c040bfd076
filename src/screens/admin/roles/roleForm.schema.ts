import { array, object, string } from 'yup';
import { ROLE_NAME_MAX_LENGTH } from '../../../../contract';

export const roleFormSchema = object({
  name: string()
    .trim()
    .required('Please give the role a name.')
    .max(ROLE_NAME_MAX_LENGTH, `Please use at most ${ROLE_NAME_MAX_LENGTH} characters.`),
  permissions: array(string().required()),
});
