/** The three fields of our form, in Material UI, with nothing else around them. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert, Box, Button, CssBaseline, Link, Paper, TextField, Typography } from '@mui/material';

function SignIn() {
  const [fields, setFields] = useState({ username: '', password: '', organizationCode: '' });
  const [problem, setProblem] = useState('');
  const change = ({ target }) => setFields((current) => ({ ...current, [target.name]: target.value }));
  const submit = async (event) => {
    event.preventDefault();
    const answer = await fetch('/api/sign-in', { method: 'POST', body: new URLSearchParams(fields) });
    setProblem(answer.ok ? '' : 'That did not work. Check what you typed and try again.');
  };
  return (
    <Box sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center' }}>
      <Paper component="form" onSubmit={submit} sx={{ p: 4, width: 400 }}>
        <Typography variant="h5" component="h1">
          Sign in
        </Typography>
        <TextField
          fullWidth
          margin="normal"
          label="User name"
          name="username"
          value={fields.username}
          onChange={change}
        />
        <TextField
          fullWidth
          margin="normal"
          label="Password"
          name="password"
          type="password"
          value={fields.password}
          onChange={change}
        />
        <TextField
          fullWidth
          margin="normal"
          label="Organization code"
          name="organizationCode"
          value={fields.organizationCode}
          onChange={change}
        />
        <Button fullWidth type="submit" variant="contained">
          Log in
        </Button>
        {problem && <Alert severity="error">{problem}</Alert>}
        <Link href="/reset">Forgot your password?</Link>
      </Paper>
    </Box>
  );
}

createRoot(document.getElementById('root')).render(
  <>
    <CssBaseline />
    <SignIn />
  </>,
);
