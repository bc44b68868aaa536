// The macros of Windows.h and its companions. The headers and code that uses them must compile with all of them.
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define hyper long long
#define near
#define far
#define interface struct
#define ERROR 0
#define IN
#define OUT
#define OPTIONAL
#define OVERFLOW 3
#define UNDERFLOW 4
#define DOMAIN 1
#define DIFFERENCE 11
#define DELETE (0x00010000L)
#define STRICT 1
#define TRUE 1
#define FALSE 0
