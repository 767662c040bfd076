/** Amplify's Authenticator, the sign-in screen people get without writing one. It never reaches a real user pool here. */
import { createRoot } from 'react-dom/client';
import { Amplify } from 'aws-amplify';
import { Authenticator } from '@aws-amplify/ui-react';
import '@aws-amplify/ui-react/styles.css';

Amplify.configure({
  Auth: {
    Cognito: { userPoolId: 'eu-west-1_benchmark', userPoolClientId: 'benchmark', loginWith: { username: true } },
  },
});

createRoot(document.getElementById('root')).render(<Authenticator hideSignUp />);
