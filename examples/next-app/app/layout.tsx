import type { ReactNode } from "react";

export const metadata = { title: "Garner in Next.js" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui", maxWidth: "48rem", margin: "3rem auto", lineHeight: 1.5 }}>
        {children}
      </body>
    </html>
  );
}
