/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Formik } from 'formik';
import { RecipientFields } from '../../src/screens/admin/broadcasts/RecipientFields';

it('the single organizations of a broadcast stay open when the last one is unticked', async () => {
  const audience = { types: [], organizations: [{ id: 'o1', name: 'Lakeside', type: 'CLIENT', people: 3 }] };
  const initialValues = { organizationTypes: [], organizationIds: ['o1'] };
  render(
    <Formik initialValues={initialValues} onSubmit={() => undefined}>
      <RecipientFields audience={audience} />
    </Formik>,
  );
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Lakeside/ });
  await userEvent.setup({ delay: null }).click(box);
  expect([box.checked, box.closest('details')!.open]).toEqual([false, true]);
});

it('the message about missing recipients describes their group', async () => {
  const audience = { types: [{ type: 'CLIENT', people: 3 }], organizations: [] };
  const initialValues = { organizationTypes: [], organizationIds: [] };
  render(
    <Formik
      initialValues={initialValues}
      validate={() => ({ organizationTypes: 'Please choose at least one recipient.' })}
      onSubmit={() => undefined}
    >
      <Form>
        <RecipientFields audience={audience} />
        <button type="submit">Send</button>
      </Form>
    </Formik>,
  );
  const group = screen.getByRole('group', { name: 'Recipients' });
  expect(group.getAttribute('aria-describedby')).toBeNull();
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Send' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Please choose at least one recipient.');
  expect([group.getAttribute('aria-invalid'), group.getAttribute('aria-describedby')]).toEqual(['true', alert.id]);
});
