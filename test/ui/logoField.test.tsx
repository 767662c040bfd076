/** @jest-environment jsdom */
import { fireEvent, render, screen } from '@testing-library/react';
import { Formik } from 'formik';
import { LogoField } from '../../src/screens/admin/organizations/LogoField';

it('the message about a file that cannot be a logo describes the button and the field that choose one', async () => {
  render(
    <Formik initialValues={{ logo: null }} onSubmit={() => undefined}>
      <LogoField />
    </Formik>,
  );
  const controls = [
    screen.getByRole('button', { name: 'Choose a PNG' }),
    screen.getByLabelText('Logo', { selector: 'input' }),
  ];
  const described = () => controls.map((control) => control.getAttribute('aria-describedby'));
  const choose = (type: string) =>
    fireEvent.change(controls[1]!, { target: { files: [new File(['logo'], 'logo', { type })] } });
  expect(described()).toEqual([null, null]);
  choose('image/jpeg');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Please choose a PNG of at most/);
  expect(described()).toEqual([alert.id, alert.id]);
});
