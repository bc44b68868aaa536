// What Windows.h and its companions define, in one place. Neither a header of ours nor the code that uses it may mind.
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
